// A versus Tetris bot for Ludus: it tries every placement and takes the best board.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

// Change these first: what one of each is worth.
const double LINES = 0.8;    // a line cleared
const double HOLES = -4.0;   // an empty cell with a filled one above it
const double HEIGHT = -0.5;  // a row of a column's height
const double BUMPS = -0.2;   // a row of difference between two columns side by side

using Rows = std::vector<std::array<bool, 10>>;  // from bottom to top, true for a filled cell
using Terms = std::vector<std::pair<std::string, double>>;

// What a board is worth, part by part: the score is their sum. Add parts of your own here.
// `lines` have just been cleared.
Terms judge(const Rows &rows, int lines) {
    int total = 0, filled = 0, bumps = 0, before = -1;
    for (int x = 0; x < 10; x++) {
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

// The cells of each piece around its centre as {column, row}, rows going up, and the sides in the order of quarter turns.
using Cells = std::array<std::pair<int, int>, 4>;
const std::map<std::string, Cells> PIECES = {
    {"I", {{{-1, 0}, {0, 0}, {1, 0}, {2, 0}}}}, {"O", {{{0, 0}, {1, 0}, {0, 1}, {1, 1}}}},
    {"T", {{{-1, 0}, {0, 0}, {1, 0}, {0, 1}}}}, {"S", {{{-1, 0}, {0, 0}, {0, 1}, {1, 1}}}},
    {"Z", {{{-1, 1}, {0, 1}, {0, 0}, {1, 0}}}}, {"J", {{{-1, 0}, {0, 0}, {1, 0}, {-1, 1}}}},
    {"L", {{{-1, 0}, {0, 0}, {1, 0}, {1, 1}}}},
};
const std::array<std::string, 4> SIDES = {"north", "east", "south", "west"};

// The four cells of a piece with its centre at x, y.
Cells cells(const std::string &piece, const std::string &side, int x, int y) {
    Cells shape = PIECES.at(piece);
    for (auto turn = std::find(SIDES.begin(), SIDES.end(), side); turn != SIDES.begin(); turn--) {
        for (auto &cell : shape) cell = {cell.second, -cell.first};  // a quarter turn clockwise
    }
    for (auto &cell : shape) cell = {x + cell.first, y + cell.second};
    return shape;
}

// The rows after these cells are filled, and the lines that this clears.
std::pair<Rows, int> place(Rows rows, const Cells &placed) {
    for (const auto &[x, y] : placed) {
        if (int(rows.size()) <= y) rows.resize(y + 1, {});
        rows[y][x] = true;
    }
    Rows kept;
    for (const auto &row : rows) {
        if (std::find(row.begin(), row.end(), false) != row.end()) kept.push_back(row);
    }
    return {kept, int(rows.size() - kept.size())};
}

double total(const Terms &terms) {
    double score = 0;
    for (const auto &term : terms) score += term.second;
    return score;
}

// The action to play, and why. The turn has the state of the game and every legal action as text.
Choice choose(const Json &turn, size_t seat) {
    Rows rows;
    for (const Json &row : turn["state"]["seats"].items.at(seat)["board"].items) {
        rows.emplace_back();
        for (size_t x = 0; x < 10 && x < row.text.size(); x++) rows.back()[x] = row.text[x] != '.';
    }
    Choice best;
    for (const Json &legal : turn["legal"].items) {
        // "T.south.x4.y1.full", or "hold.I.east.x9.y2" for the piece that hold brings
        std::string text = legal.text.rfind("hold.", 0) == 0 ? legal.text.substr(5) : legal.text;
        const size_t side = text.find('.') + 1, x = text.find(".x") + 2, y = text.find(".y") + 2;
        const Cells placed = cells(text.substr(0, 1), text.substr(side, x - 2 - side),
                                   std::stoi(text.substr(x)), std::stoi(text.substr(y)));
        const auto [after, lines] = place(rows, placed);
        const Terms terms = judge(after, lines);
        const double score = total(terms);
        if (best.action.empty() || score > best.score) best = {legal.text, score, 1, terms};
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
