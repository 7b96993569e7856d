#include "sokoban/search/resumable_nbs.hpp"

#include "search/nbs.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/two_way_spaces.hpp"

namespace budge::sokoban {

// The search behind one interface, whatever the size of its states.
struct ResumableNbs::Search {
  virtual ~Search() = default;
  virtual bool resume(search::Solution& result, std::uint64_t nodes, Cost lower_bound) = 0;
  virtual Cost bound() const = 0;
};

template <int Words>
struct ResumableNbs::OfWords : Search {
  OfWords(const Level& level, Metric metric, Control& control)
      : ends(level, metric, Heuristic::matching, Heuristic::matching), nbs(ends.forward, ends.backward, control) {}

  bool resume(search::Solution& result, std::uint64_t nodes, Cost lower_bound) override {
    return nbs.continue_search(result, nodes, lower_bound);
  }
  Cost bound() const override { return nbs.bound(); }

  Ends<Words> ends;
  search::Nbs<ForwardSpace<Words>, BackwardSpace<Words>> nbs;
};

ResumableNbs::ResumableNbs(const Level& level, Metric metric, Control& control)
    : search_(with_words(level, [&](auto words) -> std::unique_ptr<Search> {
        return std::make_unique<OfWords<words>>(level, metric, control);
      })) {}
ResumableNbs::~ResumableNbs() = default;

bool ResumableNbs::resume(search::Solution& result, std::uint64_t nodes, Cost lower_bound) {
  return search_->resume(result, nodes, lower_bound);
}

Cost ResumableNbs::bound() const { return search_->bound(); }

}  // namespace budge::sokoban
