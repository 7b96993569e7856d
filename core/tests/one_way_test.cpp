// Irreversible moves: every search that only needs successors must work without undoing moves.
//
// The test space: robots on a small board slide until a wall or the other robot stops them, and robot 0 must stop on a
// target cell. The cost of a slide is 1 or is given by the space.
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <random>

#include "search/astar.hpp"
#include "search/ida.hpp"
#include "search/ida_table.hpp"
#include "search/sma.hpp"
#include "support/mix.hpp"
#include "tests/check.hpp"
#include "tests/shuffle.hpp"

namespace budge::test {

namespace {

constexpr int side = 5, count = 2;  // board side in cells; number of robots

struct Robots {
  std::array<std::uint8_t, count> at;

  std::uint64_t hash() const { return mix(at[0] * 256u + at[1]); }
  bool operator==(const Robots&) const = default;
};

class OneWaySpace {
 public:
  using State = Robots;
  using Op = std::uint8_t;  // robot * 4 + direction
  struct Node {
    Robots robots;
  };

  OneWaySpace(std::uint32_t walls, Robots start, int target) : walls_(walls), start_(start), target_(target) {}

  Node start() const { return {start_}; }
  State pack(const Node& node) const { return node.robots; }
  Node unpack(const State& state) const { return {state}; }
  Node unpack(const State& state, int) const { return {state}; }
  int h(const Node& node) const { return is_goal(node) ? 0 : 1; }
  bool is_goal(const Node& node) const { return node.robots.at[0] == target_; }

  std::vector<Op> moves(const Node& node) const {
    std::vector<Op> moves;
    for (Op op = 0; op < 4 * count; ++op) {
      if (end(node.robots, op) != node.robots.at[op / 4]) moves.push_back(op);
    }
    return moves;
  }
  void apply(Node& node, Op op) const { node.robots.at[op / 4] = static_cast<std::uint8_t>(end(node.robots, op)); }

 private:
  int end(const Robots& robots, Op op) const {
    const int dx[4] = {0, -1, 1, 0}, dy[4] = {-1, 0, 0, 1};
    int at = robots.at[op / 4];
    for (;;) {
      const int x = at % side + dx[op % 4], y = at / side + dy[op % 4];
      const int next = y * side + x;
      if (x < 0 || y < 0 || x >= side || y >= side || (walls_ >> next & 1) || next == robots.at[1 - op / 4]) return at;
      at = next;
    }
  }

  std::uint32_t walls_;
  Robots start_;
  int target_;
};

// The same space, but slides of robot 1 cost 3.
class SlowRobotSpace : public OneWaySpace {
 public:
  using OneWaySpace::OneWaySpace;
  std::int64_t edge(Op op) const { return op / 4 == 1 ? 3 : 1; }
};

static_assert(search::NodeSpace<OneWaySpace> && !search::Reversible<OneWaySpace>);
static_assert(search::unit_costs<OneWaySpace> && search::HasEdgeCosts<SlowRobotSpace>);

// The minimum cost of a plan, by relaxing every edge until nothing changes (Bellman-Ford).
template <class S>
std::optional<std::int64_t> cheapest(const S& space) {
  std::map<std::array<std::uint8_t, count>, std::int64_t> cost{{space.start().robots.at, 0}};
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [at, so_far] : std::map(cost)) {
      for (const auto op : space.moves({{at}})) {
        typename S::Node node{{at}};
        space.apply(node, op);
        const auto [place, fresh] = cost.try_emplace(node.robots.at, so_far + search::edge_cost(space, op));
        if (!fresh && place->second <= so_far + search::edge_cost(space, op)) continue;
        place->second = so_far + search::edge_cost(space, op);
        changed = true;
      }
    }
  }
  std::optional<std::int64_t> best;
  for (const auto& [at, so_far] : cost) {
    if (space.is_goal({{at}}) && (!best || so_far < *best)) best = so_far;
  }
  return best;
}

template <class S, class Search>
void check_search(const S& space, Search&& search, std::optional<std::int64_t> optimum) {
  Control control;
  const auto found = search(control).run(false);
  if (!optimum) {
    CHECK(found.status == search::Status::unsolvable);
    return;
  }
  CHECK(found.status == search::Status::optimal);
  CHECK_EQ(control.best_cost, *optimum);
  auto node = space.start();
  std::int64_t cost = 0;
  for (const auto op : found.plan) {
    cost += search::edge_cost(space, op);
    space.apply(node, op);
  }
  CHECK(space.is_goal(node));
  CHECK_EQ(cost, *optimum);
}

template <class S>
int check_every_search() {
  using search::Weight;
  std::mt19937 random(8);
  int solvable = 0;
  for (int i = 0; i < 60; ++i) {
    const auto walls = static_cast<std::uint32_t>(random() & random() & random());
    std::vector<std::uint8_t> free;
    for (std::uint8_t cell = 0; cell < side * side; ++cell) {
      if (!(walls >> cell & 1)) free.push_back(cell);
    }
    shuffle(free, random);
    const S space(walls, {{free[0], free[1]}}, free[2]);
    const auto optimum = cheapest(space);
    solvable += optimum.has_value();
    check_search(space, [&](Control& control) { return search::AStar<S>(space, Weight{}, control); }, optimum);
    check_search(space, [&](Control& control) { return search::Sma<S>(space, control); }, optimum);
    check_search(
        space,
        [&](Control& control) { return search::IdaWithTable<S, search::GrowingTable<S>>(space, Weight{}, control); },
        optimum);
    // Without a table, depth-first search terminates only if a plan exists.
    if (optimum && *optimum <= 6) {
      check_search(space, [&](Control& control) { return search::Ida<S>(space, Weight{}, 1, control); }, optimum);
    }
  }
  return solvable;
}

// Cells connected by one-way streets. A few cells (squares) have more outgoing streets than SMA* has bits for.
class SquareSpace {
 public:
  struct State {
    std::uint16_t cell;
    std::uint64_t hash() const { return mix(cell); }
    bool operator==(const State&) const = default;
  };
  using Op = std::uint16_t;  // the number of a street
  struct Node {
    std::uint16_t cell;
  };

  explicit SquareSpace(std::mt19937& random) : streets_(40 + random() % 60) {
    for (std::size_t cell = 0; cell < streets_.size(); ++cell) {
      const bool is_square = cell == 0 || random() % 8 == 0;
      streets_[cell].resize(is_square ? 17 + random() % 40 : random() % 4);
      for (auto& end : streets_[cell]) end = static_cast<std::uint16_t>(random() % streets_.size());
    }
    std::vector<bool> seen(streets_.size());
    std::vector<std::uint16_t> cells{0};
    seen[0] = true;
    for (std::size_t from = 0, to = 1; from < to; from = to, to = cells.size(), ++distance_) {
      for (; from < to; ++from) {
        for (const auto end : streets_[cells[from]]) {
          if (!seen[end]) cells.push_back(end);
          seen[end] = true;
        }
      }
    }
    --distance_;
    goal_ = cells.back();
  }

  Node start() const { return {0}; }
  State pack(const Node& node) const { return {node.cell}; }
  Node unpack(const State& state) const { return {state.cell}; }
  Node unpack(const State& state, int) const { return {state.cell}; }
  int h(const Node&) const { return 0; }
  bool is_goal(const Node& node) const { return node.cell == goal_; }
  std::vector<Op> moves(const Node& node) const {
    std::vector<Op> moves(streets_[node.cell].size());
    std::iota(moves.begin(), moves.end(), Op{0});
    return moves;
  }
  void apply(Node& node, Op op) const { node.cell = streets_[node.cell][op]; }

  int distance() const { return distance_; }

 private:
  std::vector<std::vector<std::uint16_t>> streets_;
  std::uint16_t goal_ = 0;  // a cell farthest from the start
  int distance_ = 0;
};

}  // namespace

TEST(sma_expands_every_child_even_if_there_are_more_than_it_has_bits_for) {
  std::mt19937 random(4);
  for (int i = 0; i < 60; ++i) {
    const SquareSpace space(random);
    for (const std::uint64_t memory : {1000, 1500, 3000}) {
      Control control(Limits{.nodes = 1'000'000, .memory = memory});
      const auto found = search::Sma<SquareSpace>(space, control).run(false);
      CHECK(found.status == search::Status::optimal);
      CHECK_EQ(control.best_cost, space.distance());
    }
  }
}

TEST(searches_work_with_irreversible_moves) { CHECK(check_every_search<OneWaySpace>() > 20); }

TEST(searches_add_up_the_costs_of_moves) { CHECK(check_every_search<SlowRobotSpace>() > 20); }

}  // namespace budge::test
