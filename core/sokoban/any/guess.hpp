// A plan of exactly as many pushes as are proven to be needed, guessed while A* proves.
//
// A* has proven that no plan has fewer pushes than its least f. On large levels it may then look in vain for one of
// just so many: it does not know in which order boxes are to be packed. Feature space search does; so it is asked for
// plans of no more pushes than that, in between and for a small part of the nodes. Where it finds one, nothing is left
// to prove. When the least f rises it begins anew.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sokoban/any/fess.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Guess {
 public:
  // Short searches do without: it begins after so many nodes.
  Guess(const Level& level, std::uint64_t from, Control& control) : level_(level), control_(control), next_(from) {}

  // A plan of at most so many pushes, if it is time to look for one and one is found.
  std::optional<std::vector<int>> plan(int pushes) {
    if (control_.generated < next_) return std::nullopt;
    if (pushes != pushes_) {
      for (auto& search : searches_) search.reset();
      pushes_ = pushes;
      turns_ = 0;
      bytes_ = 0;
    }
    const std::uint64_t nodes = control_.generated;
    const Stage stage = control_.stage;
    std::optional<std::vector<int>> found;
    if (bytes_ <= std::min(most_bytes, control_.limits().memory / 8)) found = take_turn();
    control_.stage = stage;  // who looks on sees the search that proves
    next_ =
        control_.generated + std::max(share * turn, control_.generated - nodes);  // a plan may take many more to make
    return found;
  }

 private:
  // Boxes are taken from nearby: what is pushed straight home is on a plan with few pushes. To offer hopeful moves only
  // takes longer than it saves here: 13 s for 1 s on XSokoban 54.
  static constexpr std::array<FessOptions, 4> ways{
      {{.sink = Sink::nearest, .price = Price::from_start, .offered = Offered::all},
       {.sink = Sink::nearest, .price = Price::since_best, .offered = Offered::all},
       {.sink = Sink::nearest, .parking = Parking::anywhere, .price = Price::from_start, .offered = Offered::all},
       {.sink = Sink::farthest, .price = Price::since_best, .offered = Offered::all}}};
  static constexpr std::uint64_t turn = 1 << 15, share = 8;  // nodes, and one in so many
  static constexpr std::uint64_t most_bytes = 500'000'000;

  std::optional<std::vector<int>> take_turn() {
    const std::size_t way = turns_++ % ways.size();
    const std::uint64_t bytes = control_.bytes();
    if (!searches_[way]) {
      FessOptions options = ways[way];
      options.most_pushes = pushes_;
      options.plan_until = control_.seconds() + std::max(1.0, control_.seconds() / 10);
      if (!deadlocks_) deadlocks_.emplace(level_, control_);
      searches_[way] = std::make_unique<FeatureSpaceSearch>(level_, options, *deadlocks_, control_);
    }
    auto found = searches_[way]->go_on(turn);
    bytes_ += control_.bytes() - bytes;
    if (!found || found->status != search::Status::solved) return std::nullopt;
    return std::move(found->plan);
  }

  const Level& level_;
  Control& control_;
  std::uint64_t next_;
  std::optional<Deadlocks> deadlocks_;  // what the searches have learnt; it outlives them
  std::array<std::unique_ptr<FeatureSpaceSearch>, ways.size()> searches_;
  int pushes_ = 0;
  std::size_t turns_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace budge::sokoban
