// A Tetris bot for Ludus: it tries every placement of the piece and takes the best board.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

// Change these first: what one of each is worth.
const double LINES = 0.0;    // a line cleared
const double HOLES = -4.0;   // an empty cell with a filled one above it
const double HEIGHT = -1.0;  // a row of a column's height
const double BUMPS = 0.0;    // a row of difference between two columns side by side

using Rows = std::vector<std::vector<bool>>;  // from bottom to top, true for a filled cell
using Terms = std::vector<std::pair<std::string, double>>;

// What a board is worth, part by part: the score is their sum. Add parts of your own here.
// `lines` have just been cleared.
Terms judge(const Rows &rows, int lines) {
    int total = 0, filled = 0, bumps = 0, before = -1;
    for (size_t x = 0; x < rows[0].size(); x++) {
        int height = 0;
        for (size_t y = 0; y < rows.size(); y++) {
            if (!rows[y][x]) continue;
            height = int(y) + 1;
            filled++;
        }
        total += height;
        if (before >= 0) bumps += std::abs(height - before);
        before = height;
    }
    return {{"lines", LINES * lines},
            {"holes", HOLES * (total - filled)},
            {"height", HEIGHT * total},
            {"bumps", BUMPS * bumps}};
}

// What to play, and why. The score is the sum of its terms.
struct Choice {
    std::string action;
    double score = 0;
    int depth = 1;
    std::vector<std::pair<std::string, double>> terms;
};

// A JSON value. What is missing reads as an empty text, 0 or an empty list.
struct Json {
    std::string text;
    double number = 0;
    std::vector<Json> items;
    std::vector<std::string> keys;  // of an object, one for each item

    static Json parse(const std::string &line) {
        size_t at = 0;
        return read(line, at);
    }

    const Json &operator[](const std::string &key) const {
        static const Json missing;
        for (size_t i = 0; i < keys.size() && i < items.size(); i++) {
            if (keys[i] == key) return items[i];
        }
        return missing;
    }

  private:
    static Json read(const std::string &line, size_t &at) {
        Json value;
        at = std::min(line.find_first_not_of(" \t\r\n,:", at), line.size());
        if (at == line.size()) return value;
        const char first = line[at++];
        if (first == '{' || first == '[') {
            while ((at = line.find_first_not_of(" \t\r\n,", at)) < line.size()) {
                if (line[at] == '}' || line[at] == ']') {
                    at++;
                    return value;
                }
                if (first == '{') value.keys.push_back(read(line, at).text);
                value.items.push_back(read(line, at));
            }
            at = line.size();
        } else if (first == '"') {
            value.text = read_text(line, at);
        } else {
            const size_t end = std::min(line.find_first_of(",:]} \t\r\n", at), line.size());
            value.number = std::strtod(line.substr(at - 1, end - at + 1).c_str(), nullptr);
            at = end;
        }
        return value;
    }

    static std::string read_text(const std::string &line, size_t &at) {
        std::string text;
        while (at < line.size() && line[at] != '"') {
            char next = line[at++];
            if (next == '\\' && at < line.size()) {
                next = line[at++];
                if (next == 'n') next = '\n';
                if (next == 't') next = '\t';
                if (next == 'u') {
                    next = '?';  // no action has such a character
                    at = std::min(at + 4, line.size());
                }
            }
            text += next;
        }
        at = std::min(at + 1, line.size());
        return text;
    }
};

// The cells of each piece as {column, row}, row 0 at the bottom.
using Cells = std::array<std::pair<int, int>, 4>;
const std::map<std::string, Cells> PIECES = {
    {"I", {{{0, 0}, {1, 0}, {2, 0}, {3, 0}}}}, {"O", {{{0, 0}, {1, 0}, {0, 1}, {1, 1}}}},
    {"T", {{{0, 0}, {1, 0}, {2, 0}, {1, 1}}}}, {"S", {{{0, 0}, {1, 0}, {1, 1}, {2, 1}}}},
    {"Z", {{{1, 0}, {2, 0}, {0, 1}, {1, 1}}}}, {"J", {{{0, 0}, {1, 0}, {2, 0}, {0, 1}}}},
    {"L", {{{0, 0}, {1, 0}, {2, 0}, {2, 1}}}},
};

// The rows after a placement such as "r1x4" (turned once, leftmost cell in column 4), and the lines it clears.
std::pair<Rows, int> drop(const Json &board, const std::string &piece, const std::string &action) {
    const int turns = action[1] - '0', column = std::stoi(action.substr(3));
    Cells cells = PIECES.at(piece);
    for (int i = 0; i < turns; i++) {
        for (auto &cell : cells) cell = {cell.second, -cell.first};  // a quarter turn clockwise
    }
    int left = 99, low = 99;
    for (const auto &cell : cells) {
        left = std::min(left, cell.first);
        low = std::min(low, cell.second);
    }
    Rows rows;
    for (size_t i = board.items.size(); i-- > 0;) {
        rows.emplace_back();
        for (char cell : board.items[i].text) rows.back().push_back(cell == '#');
    }
    rows.resize(rows.size() + 4, std::vector<bool>(rows[0].size()));  // a piece may stick out at the top
    const auto fits = [&](int y) {
        return std::all_of(cells.begin(), cells.end(), [&](const auto &cell) {
            const int row = cell.second - low + y;
            return row >= 0 && !rows[row][cell.first - left + column];
        });
    };
    int y = int(board.items.size());
    while (fits(y - 1)) y--;
    for (const auto &cell : cells) rows[cell.second - low + y][cell.first - left + column] = true;

    Rows kept;
    for (const auto &row : rows) {
        if (std::find(row.begin(), row.end(), false) != row.end()) kept.push_back(row);
    }
    return {kept, int(rows.size() - kept.size())};
}

// The action to play, and why. The turn has the state of the game and every legal action as text.
Choice choose(const Json &turn, size_t seat) {
    const Json &me = turn["state"]["seats"].items.at(seat);
    Choice best;
    for (const Json &legal : turn["legal"].items) {
        const std::string &action = legal.text;
        if (action.find('>') != std::string::npos) continue;  // "r1x4>2" also aims the garbage at seat 2
        const auto [rows, lines] = drop(me["board"], me["current"].text, action);
        const Terms terms = judge(rows, lines);
        double score = 0;
        for (const auto &term : terms) score += term.second;
        if (best.action.empty() || score > best.score) best = {action, score, 1, terms};
    }
    return best;
}

// The protocol: one JSON object per line. There is nothing to change below.

int main() {
    std::string line;
    size_t seat = 0;
    while (std::getline(std::cin, line)) {
        const Json message = Json::parse(line);
        const std::string &type = message["type"].text;
        if (type == "hello") {
            std::cout << R"({"type":"ready","protocol":1,"name":"mine","version":"1","features":["insight"]})" << std::endl;
        } else if (type == "start") {
            seat = size_t(message["seat"].number);
        } else if (type == "turn") {
            const Choice choice = choose(message, seat);
            std::cout << R"({"type":"act","match":")" << message["match"].text << R"(","turn":)" << long(message["turn"].number)
                      << R"(,"action":")" << choice.action << R"(","insight":{"score":)" << choice.score
                      << R"(,"depth":)" << choice.depth << R"(,"terms":{)";
            for (size_t i = 0; i < choice.terms.size(); i++) {
                std::cout << (i > 0 ? ",\"" : "\"") << choice.terms[i].first << "\":" << choice.terms[i].second;
            }
            std::cout << "}}}" << std::endl;
        } else if (type == "quit") {
            break;
        }
    }
}
