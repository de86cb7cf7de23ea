// A versus Tetris bot for Ludus: it lists all placements that simply fall, the best board first.

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

// The row in which a piece comes to rest that falls in this column; -1 if it is not inside the board.
int drop(const Rows &rows, const std::string &piece, const std::string &side, int x) {
    const Cells shape = cells(piece, side, x, 0);
    for (const auto &cell : shape) {
        if (cell.first < 0 || cell.first > 9) return -1;
    }
    const auto fits = [&](int y) {
        return std::all_of(shape.begin(), shape.end(), [&](const auto &cell) {
            const int row = cell.second + y;
            return row >= 0 && !(row < int(rows.size()) && rows[row][cell.first]);
        });
    };
    int y = int(rows.size()) + 2;
    while (fits(y - 1)) y--;
    return y;
}

// All placements of these pieces as messages, the best first. The first one that can be played counts.
std::vector<std::string> choose(const Rows &rows, const std::vector<std::string> &pieces) {
    std::vector<std::pair<double, std::string>> found;
    for (const auto &piece : pieces) {
        for (const auto &side : SIDES) {
            for (int x = 0; x < 10; x++) {
                const int y = drop(rows, piece, side, x);
                if (y < 0) continue;
                const auto [after, lines] = place(rows, cells(piece, side, x, y));
                found.push_back({total(judge(after, lines)),
                                 R"({"location":{"type":")" + piece + R"(","orientation":")" + side + R"(","x":)" +
                                     std::to_string(x) + R"(,"y":)" + std::to_string(y) + R"(},"spin":"none"})"});
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<std::string> moves;
    for (const auto &one : found) moves.push_back(one.second);
    return moves;
}

// The protocol: one JSON object per line. There is nothing to change below.

int main() {
    Rows rows;
    std::string line, hold;  // hold is empty if nothing is held
    std::vector<std::string> queue;
    std::cout << R"({"type":"info","name":"mine","version":"1","author":"me","features":[]})" << std::endl;
    while (std::getline(std::cin, line)) {
        const Json message = Json::parse(line);
        const std::string &type = message["type"].text;
        if (type == "rules") {
            std::cout << R"({"type":"ready"})" << std::endl;
        } else if (type == "start") {
            rows.clear();
            queue.clear();
            for (const Json &row : message["board"].items) {
                rows.emplace_back();
                for (size_t x = 0; x < 10 && x < row.items.size(); x++) rows.back()[x] = !row.items[x].text.empty();
            }
            while (!rows.empty() && rows.back() == std::array<bool, 10>{}) rows.pop_back();
            hold = message["hold"].text;
            for (const Json &piece : message["queue"].items) queue.push_back(piece.text);
        } else if (type == "suggest") {
            std::vector<std::string> pieces = {queue.at(0)};
            const std::string other = hold.empty() && queue.size() > 1 ? queue[1] : hold;  // what hold would bring
            if (!other.empty() && other != pieces[0]) pieces.push_back(other);
            std::cout << R"({"type":"suggestion","moves":[)";
            const auto moves = choose(rows, pieces);
            for (size_t i = 0; i < moves.size(); i++) std::cout << (i > 0 ? "," : "") << moves[i];
            std::cout << "]}" << std::endl;
        } else if (type == "play") {
            const Json &at = message["move"]["location"];
            rows = place(rows, cells(at["type"].text, at["orientation"].text, int(at["x"].number), int(at["y"].number))).first;
            const std::string current = queue.at(0);
            queue.erase(queue.begin());
            if (at["type"].text != current) {  // the current piece was held
                if (hold.empty()) queue.erase(queue.begin());
                hold = current;
            }
        } else if (type == "new_piece") {
            queue.push_back(message["piece"].text);
        } else if (type == "quit") {
            break;
        }
    }
}
