// A bot for Ludus that takes the legal action with the best score. You decide what the score is.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

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

// How good an action is: higher is better. Change this first; `state` has everything that your seat can see.
double judge(const Json & /* state */, size_t /* seat */, const std::string & /* action */) { return 0; }

// The action to play, and why. The turn has the state of the game and every legal action as text.
Choice choose(const Json &turn, size_t seat) {
    double top = -1e300;
    std::vector<std::string> best;
    for (const Json &legal : turn["legal"].items) {
        const double score = judge(turn["state"], seat, legal.text);
        if (score > top) best.clear();
        top = std::max(top, score);
        if (score == top) best.push_back(legal.text);
    }
    // The seed of the turn decides between equals, so that matches can be repeated.
    const unsigned long long seed = std::strtoull(turn["seed"].text.c_str(), nullptr, 16);
    return {best.at(seed % best.size()), top, 1, {}};
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
