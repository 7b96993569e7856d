// IDA* with a crew: the plan and the counts equal those of a single search, whatever the order of the subtrees.
#include <map>
#include <optional>
#include <type_traits>

#include "tests/check.hpp"
#include "tests/databases.hpp"
#include "tests/random_puzzle.hpp"
#include "tiles/fifteen.hpp"
#include "tiles/pattern_space.hpp"
#include "tiles/pruned.hpp"
#include "tokens/manhattan.hpp"
#include "tokens/space.hpp"

namespace budge::test {

namespace {

// Searches subtrees in random order with a time limit of zero: each batch searches one subtree at `depth` and returns
// the rest.
template <class S>
class RandomCrew : public search::Crew {
 public:
  RandomCrew(const S& space, search::Weight weight, std::mt19937& random)
      : space_(space), weight_(weight), random_(random) {
    search::tuning.crew_after = 100;
  }

  int iterations = 0, batches = 0;

  void begin(std::int64_t bound, int wave, std::size_t depth, const search::Part& cut) override {
    ++iterations;
    bound_ = bound;
    wave_ = wave;
    depth_ = depth;
    open_.clear();
    counts_.clear();
    goal_.reset();
    exceeding_ = search::nothing_exceeds;
    take({}, cut);
  }

  bool wait(search::Counts&) override {
    if (open_.empty()) return true;
    auto chosen = open_.begin();
    std::advance(chosen, random_() % open_.size());
    const auto [place, path] = *chosen;
    open_.erase(chosen);
    search::SubtreeBatch batch{bound_, wave_, depth_, 0, {path, path}};
    Control control;
    search::Ida<S>(space_, weight_, 1, control).help(batch);
    CHECK(batch.parts[0].has_value() && !batch.parts[1].has_value());
    ++batches;
    take(place, *batch.parts[0]);
    return open_.empty();
  }

  search::Part whole() override {
    search::Part whole{{{}}, {}, exceeding_, std::nullopt};
    for (const auto& [place, counts] : counts_) {
      if (goal_ && goal_->first < place) break;
      whole.counts[0].generated += counts.generated;
      whole.counts[0].expanded += counts.expanded;
    }
    if (goal_) whole.plan = goal_->second;
    return whole;
  }

 private:
  using Place = std::vector<std::size_t>;

  void take(const Place& place, const search::Part& part) {
    CHECK_EQ(part.counts.size(), part.rest.size() + 1);
    const auto below = [&](std::size_t number) {
      Place child = place;
      child.push_back(number);
      return child;
    };
    for (std::size_t i = 0; i < part.counts.size(); ++i) counts_[below(2 * i)] = part.counts[i];
    for (std::size_t i = 0; i < part.rest.size(); ++i) open_[below(2 * i + 1)] = part.rest[i];
    exceeding_ = std::min(exceeding_, part.exceeding);
    const Place last = below(2 * part.rest.size());
    if (part.plan && (!goal_ || last < goal_->first)) goal_ = {last, *part.plan};
  }

  const S& space_;
  search::Weight weight_;
  std::mt19937& random_;
  std::int64_t bound_ = 0, exceeding_ = 0;
  int wave_ = 0;
  std::size_t depth_ = 0;
  std::map<Place, search::Path> open_;
  std::map<Place, search::Counts> counts_;
  std::optional<std::pair<Place, search::Path>> goal_;
};

// Returns the number of batches.
template <class S>
int check_crew(const S& space, search::Weight weight, std::mt19937& random) {
  Control alone, led;
  const auto one = search::Ida<S>(space, weight, 1, alone).run(false);
  RandomCrew<S> crew(space, weight, random);
  const auto many = search::Ida<S>(space, weight, 1, led).run(false, &crew);
  CHECK(one.status == many.status && one.plan == many.plan);
  CHECK_EQ(alone.generated, led.generated);
  CHECK_EQ(alone.expanded, led.expanded);
  CHECK_EQ(alone.lower_bound, led.lower_bound);
  return crew.batches;
}

}  // namespace

TEST(a_crew_finds_the_plan_and_the_counts_of_one) {
  std::mt19937 random(18);
  int general = 0, weighted = 0, fast = 0;
  for (int i = 0; i < 4; ++i) {
    const tokens::Puzzle puzzle = scrambled(4, 4, 60, random);
    general += check_crew(tokens::TokenSpace<tokens::Nibbles, tokens::Manhattan>(puzzle), {}, random);
    weighted += check_crew(tokens::TokenSpace<tokens::Nibbles, tokens::Manhattan>(puzzle), {6, 5}, random);
    fast += check_crew(tiles::FifteenSpace<tokens::Manhattan>(puzzle), {}, random);
  }
  CHECK(general > 100 && weighted > 100 && fast > 100);
}

TEST(a_crew_in_waves_has_the_counts_of_a_single_search) {
  tiles::Guide guide;
  guide.sums.emplace_back();
  for (const auto& homes : {std::vector{1, 2, 3, 6, 7}, {4, 5, 8, 9, 12}, {10, 11, 13, 14, 15}}) {
    guide.sums.back().push_back({built(patterns::Pattern(4, 4, 0, homes, true)), same(16)});
  }
  std::vector<int> goal(16);
  std::iota(goal.begin(), goal.end(), 0);
  std::mt19937 random(19);
  const auto machine = tiles::automaton(8);
  int batches = 0;
  for (int i = 0; i < 4; ++i) {
    const tokens::Puzzle puzzle = scrambled(4, 4, goal, 140, random);
    using Space = tiles::PatternSpace<tokens::Nibbles>;
    batches += check_crew(tiles::Pruned<Space>(Space(puzzle, guide), 4, *machine, 200), {}, random);
  }
  CHECK(batches > 100);
}

// A puzzle without a solution, on which IDA* does not terminate.
TEST(a_crew_obeys_the_limit_on_nodes) {
  const tokens::Puzzle puzzle{tokens::grid(3, 2), {1, 2, 3, 4, 5, 0}, {2, 1, 3, 4, 5, 0}, 3};
  const tokens::TokenSpace<tokens::Nibbles, tokens::Manhattan> space(puzzle);
  std::mt19937 random(2);
  RandomCrew<std::remove_const_t<decltype(space)>> crew(space, {}, random);
  Control control(Limits{.nodes = 20'000});
  const auto found = search::Ida(space, search::Weight{}, 1, control).run(false, &crew);
  CHECK(found.status == search::Status::stopped && found.stop == Stop::nodes);
  CHECK(crew.iterations > 1);
}

}  // namespace budge::test
