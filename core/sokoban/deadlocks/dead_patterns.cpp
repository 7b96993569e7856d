#include "sokoban/deadlocks/dead_patterns.hpp"

#include <algorithm>
#include <cassert>

namespace budge::sokoban {

DeadPatterns::DeadPatterns(const Level& level, Control& control, SharedPatterns* shared)
    : level_(level),
      shared_(shared),
      words_(level.words()),
      boxes_(level),
      alone_(level),
      reach_(level),
      patterns_(Accounted<Pattern>(control)),
      bits_(Accounted<CellSet::Word>(control)),
      with_(level.floor()),
      first_with_(level.floor()) {}

bool DeadPatterns::match(const Board& board, Cell player) {
  if (shared_ && shared_->size() > known_) add_all(shared_->fetch(known_));
  for (int box = 0; box < board.boxes(); ++box) {
    if (find(first_with_[board.cell(box)], board, player)) return true;
  }
  return false;
}

void DeadPatterns::add(const DeadPattern& pattern) {
  assert(!pattern.boxes.empty());
  place(pattern.boxes, alone_);
  reach_.fill(alone_, pattern.player);
  boxes_.clear();
  const auto number = static_cast<std::uint32_t>(size());
  for (const Cell cell : pattern.boxes) {
    boxes_.add(cell);
    with_[cell].push_back(number);
  }
  first_with_[pattern.boxes.front()].push_back(number);
  Pattern added{bits_.size(), 0, words_};
  while (boxes_.words()[added.first] == 0) ++added.first;
  while (boxes_.words()[added.last - 1] == 0) --added.last;
  bits_.insert(bits_.end(), reach_.cells().words().begin(), reach_.cells().words().end());
  bits_.insert(bits_.end(), boxes_.words().begin() + added.first, boxes_.words().begin() + added.last);
  patterns_.push_back(added);
}

bool DeadPatterns::find(const Numbers& numbers, const Board& board, Cell player) const {
  const CellSet::Word* free = board.free().words().data();
  const int bit = level_.bit(player);
  return std::ranges::any_of(numbers, [&](std::uint32_t number) {
    const Pattern& pattern = patterns_[number];
    const CellSet::Word* region = &bits_[pattern.bits];
    const CellSet::Word* boxes = region + words_;
    CellSet::Word missing = 0;
    for (int word = pattern.first; word < pattern.last; ++word) missing |= *boxes++ & free[word];
    return missing == 0 && region[bit / 64] >> bit % 64 & 1;
  });
}

}  // namespace budge::sokoban
