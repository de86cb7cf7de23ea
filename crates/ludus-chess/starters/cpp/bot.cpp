// A chess bot for Ludus: it looks a few moves ahead and counts what stands on the board.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

// Change these first.
const int DEPTH = 1;    // how many moves to look ahead, its own and the opponent's; captures are always followed to their end
const int CENTER = 0;   // what a knight, bishop, rook or queen gains with each step towards the centre; a pawn is worth 100
const int ADVANCE = 5;  // what a pawn gains with each step forward

int value_of(char piece) {
    switch (std::tolower(piece)) {
        case 'p': return 100;
        case 'n': return 300;
        case 'b': return 320;
        case 'r': return 500;
        case 'q': return 900;
        case 'k': return 100000;
        default: return 0;
    }
}

// What a piece is worth on its square. A move is as good as the worth it wins: add ideas of your own here.
// `piece` is a letter as in a FEN, capital for White. Squares count from a1 = 0 to h8 = 63.
int worth(char piece, int square) {
    const int file = square % 8, rank = square / 8, value = value_of(piece);
    if (piece == 'P') return value + ADVANCE * rank;
    if (piece == 'p') return value + ADVANCE * (7 - rank);
    if (piece == 'K' || piece == 'k') return value;
    return value + CENTER * (std::min(file, 7 - file) + std::min(rank, 7 - rank));
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

using Board = std::array<char, 64>;

struct Move {
    int from, to;
    char promotion = 'q';
};

const int ENDLESS = 1000000000;
const int MATE = 50000;

bool is_white(char piece) { return std::isupper(piece); }
bool is_other(char piece, bool white) { return piece != '.' && is_white(piece) != white; }

const std::vector<std::pair<int, int>> ROOK = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
const std::vector<std::pair<int, int>> BISHOP = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
const std::vector<std::pair<int, int>> QUEEN = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
const std::vector<std::pair<int, int>> KNIGHT = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

void pawn_moves(const Board &board, int from, bool captures, std::vector<Move> &found) {
    const bool white = is_white(board[from]);
    const int x = from % 8, up = white ? 8 : -8, first = white ? 1 : 6;
    if (x > 0 && is_other(board[from + up - 1], white)) found.push_back({from, from + up - 1});
    if (x < 7 && is_other(board[from + up + 1], white)) found.push_back({from, from + up + 1});
    if (captures || board[from + up] != '.') return;
    found.push_back({from, from + up});
    if (from / 8 == first && board[from + 2 * up] == '.') found.push_back({from, from + 2 * up});
}

// The moves of a side, the best captures first. Castling and en passant are only in `legal`.
std::vector<Move> moves(const Board &board, bool white, bool captures) {
    std::vector<Move> found;
    for (int from = 0; from < 64; from++) {
        if (board[from] == '.' || is_white(board[from]) != white) continue;
        const char kind = char(std::tolower(board[from]));
        if (kind == 'p') {
            pawn_moves(board, from, captures, found);
            continue;
        }
        const int far = kind == 'n' || kind == 'k' ? 1 : 7;
        for (const auto &[dx, dy] : kind == 'n' ? KNIGHT : kind == 'r' ? ROOK : kind == 'b' ? BISHOP : QUEEN) {
            for (int n = 1; n <= far; n++) {
                const int x = from % 8 + n * dx, y = from / 8 + n * dy;
                if (x < 0 || x > 7 || y < 0 || y > 7) break;
                const int to = y * 8 + x;
                if (is_other(board[to], white) || (board[to] == '.' && !captures)) found.push_back({from, to});
                if (board[to] != '.') break;
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [&](const Move &a, const Move &b) {
        return value_of(board[a.to]) > value_of(board[b.to]);
    });
    return found;
}

// The board after a move, and the worth that the move wins.
std::pair<Board, int> play(const Board &board, const Move &move) {
    const auto [from, to, promotion] = move;
    const char piece = board[from], taken = board[to], kind = char(std::tolower(piece));
    char became = piece;
    if (piece == 'P' && to >= 56) became = char(std::toupper(promotion));
    if (piece == 'p' && to < 8) became = promotion;
    int gain = worth(became, to) - worth(piece, from) + (taken == '.' ? 0 : worth(taken, to));
    Board after = board;
    after[from] = '.';
    after[to] = became;
    if (kind == 'k' && std::abs(from - to) == 2) {  // castling: the rook jumps over
        const int rook = from / 8 * 8 + (to > from ? 7 : 0);
        after[(from + to) / 2] = board[rook];
        after[rook] = '.';
    }
    if (kind == 'p' && taken == '.' && from % 8 != to % 8) {  // en passant
        const int beside = from / 8 * 8 + to % 8;
        gain += worth(board[beside], beside);
        after[beside] = '.';
    }
    return {after, gain};
}

// Whether the other side could take the king.
bool in_check(const Board &board, bool white) {
    for (const Move &move : moves(board, !white, true)) {
        if (std::tolower(board[move.to]) == 'k') return true;
    }
    return false;
}

// The most that the side to move can win (negamax with alpha-beta). At depth 0 it only looks at captures.
int search(const Board &board, bool white, int depth, int alpha, int beta) {
    int best = depth > 0 ? -ENDLESS : 0;
    for (const Move &move : moves(board, white, depth <= 0)) {
        if (best >= beta) break;
        const auto [after, gain] = play(board, move);
        if (gain > MATE) return gain;  // it takes the king: the move before was not legal
        best = std::max(best, gain - search(after, !white, depth - 1, gain - beta, gain - std::max(alpha, best)));
    }
    if (best < -MATE && !in_check(board, white)) return 0;  // stalemate
    return best;
}

bool is_mate(const Board &board, bool white) {
    return in_check(board, white) && search(board, white, 1, -ENDLESS, ENDLESS) < -MATE;
}

// The 64 squares from a1 to h8.
Board read_fen(const std::string &fen) {
    Board board;
    board.fill('.');
    int x = 0, y = 7;
    for (size_t i = 0; i < fen.size() && fen[i] != ' '; i++) {
        if (fen[i] == '/') {
            x = 0;
            y--;
        } else if (std::isdigit(fen[i])) {
            x += fen[i] - '0';
        } else {
            board[y * 8 + x++] = fen[i];
        }
    }
    return board;
}

// A move such as "e2e4" or "e7e8q".
Move read_move(const std::string &text) {
    const auto square = [&](int at) { return text[at] - 'a' + 8 * (text[at + 1] - '1'); };
    return {square(0), square(2), text.size() > 4 ? text[4] : 'q'};
}

// The move to play, and why. The turn has the state of the game and every legal move as text.
Choice choose(const Json &turn, size_t) {
    const std::string &fen = turn["state"]["fen"].text;
    const Board board = read_fen(fen);
    const bool white = fen.find(" w ") != std::string::npos;
    std::string best;
    int best_score = -ENDLESS;
    for (const Json &legal : turn["legal"].items) {
        const auto [after, gain] = play(board, read_move(legal.text));
        int score = gain - search(after, !white, DEPTH - 1, -ENDLESS, gain - best_score);
        if (is_mate(after, !white)) score = MATE;
        if (score > best_score) {
            best = legal.text;
            best_score = score;
        }
    }
    return {best, best_score / 100.0, DEPTH, {}};
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
