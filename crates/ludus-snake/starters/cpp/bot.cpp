// A Battlesnake for Ludus: it stays where there is room and food.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

// Change these first: what one of each is worth.
const double ROOM = 1.0;   // a cell that the snake can reach
const double FIRST = 0.0;  // a cell that the snake can reach before any rival
const double FOOD = -0.5;  // a step of distance to the nearest food
const double FEAR = 0.0;   // a rival at least as long as this snake that can move to the same cell

using Cell = std::pair<int, int>;
using Terms = std::vector<std::pair<std::string, double>>;

struct Snake {
    std::string id;
    std::vector<Cell> body;
};

struct Board {
    int width, height;
    std::vector<Cell> food;
    std::vector<Snake> snakes;
    std::set<Cell> blocked;  // the cells of all snakes; tails move away, so they do not count

    bool is_inside(Cell cell) const {
        return cell.first >= 0 && cell.first < width && cell.second >= 0 && cell.second < height;
    }
};

const std::vector<std::pair<std::string, Cell>> MOVES = {
    {"up", {0, 1}}, {"down", {0, -1}}, {"left", {-1, 0}}, {"right", {1, 0}}};

int distance(Cell a, Cell b) { return std::abs(a.first - b.first) + std::abs(a.second - b.second); }

// How many cells can be reached from a cell before any rival is there, the cell itself included.
int reach(const Board &board, Cell cell, const std::vector<Cell> &rivals) {
    int mine = 0;
    std::set<Cell> seen = board.blocked;
    std::vector<std::pair<Cell, int>> open;
    for (const Cell &rival : rivals) open.push_back({rival, 0});
    open.push_back({cell, 1});
    for (const auto &[start, count] : open) seen.insert(start);
    for (size_t next = 0; next < open.size(); next++) {  // the nearest cells come first
        const auto [at, count] = open[next];
        mine += count;
        for (const auto &[name, step] : MOVES) {
            const Cell near = {at.first + step.first, at.second + step.second};
            if (board.is_inside(near) && seen.insert(near).second) open.push_back({near, count});
        }
    }
    return mine;
}

// What it is worth to move to a cell, part by part: the score is their sum. Add parts of your own here.
Terms judge(const Board &board, const Snake &me, Cell cell) {
    std::vector<Cell> heads;
    int feared = 0, food = board.food.empty() ? 0 : 1000;
    for (const Snake &rival : board.snakes) {
        if (rival.id == me.id) continue;
        heads.push_back(rival.body[0]);
        if (rival.body.size() >= me.body.size() && distance(rival.body[0], cell) == 1) feared++;
    }
    for (const Cell &at : board.food) food = std::min(food, distance(at, cell));
    return {{"room", ROOM * std::min(reach(board, cell, {}), 2 * int(me.body.size()))},
            {"first", FIRST * reach(board, cell, heads)},
            {"food", FOOD * food},
            {"fear", FEAR * feared}};
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

std::vector<Cell> read_cells(const Json &list) {
    std::vector<Cell> cells;
    for (const Json &at : list.items) cells.push_back({int(at["x"].number), int(at["y"].number)});
    return cells;
}

Board read_board(const Json &json) {
    Board board{int(json["width"].number), int(json["height"].number), read_cells(json["food"]), {}, {}};
    for (const Json &snake : json["snakes"].items) {
        board.snakes.push_back({snake["id"].text, read_cells(snake["body"])});
        const std::vector<Cell> &body = board.snakes.back().body;
        board.blocked.insert(body.begin(), body.end() - 1);
    }
    return board;
}

// The direction to move, and why. The official board is in `state.board`; the ids of its snakes are their seats.
Choice choose(const Json &turn, size_t seat) {
    const Board board = read_board(turn["state"]["board"]);
    Choice best{"up", 0, 1, {}};
    for (const Snake &me : board.snakes) {
        if (me.id != std::to_string(seat)) continue;
        for (const auto &[action, step] : MOVES) {
            const Cell cell = {me.body[0].first + step.first, me.body[0].second + step.second};
            if (!board.is_inside(cell) || board.blocked.count(cell)) continue;
            const Terms terms = judge(board, me, cell);
            double score = 0;
            for (const auto &term : terms) score += term.second;
            if (best.terms.empty() || score > best.score) best = {action, score, 1, terms};
        }
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
