#include "sokoban/any/packing_plan.hpp"

#include <algorithm>
#include <utility>

namespace budge::sokoban {

PackingPlan::PackingPlan(const Level& level, std::vector<PackingStep> steps, Parking parking)
    : level_(level), steps_(std::move(steps)), parking_(parking) {
  if (parking == Parking::anywhere) forget_parking();
  find_shut();
  find_zones();
  for (int stage = 0; stage <= stages(); ++stage) {
    level.poll_clock();
    from_next_.push_back(steps_from(stage < stages() ? std::vector{steps_[stage].to} : std::vector<Cell>{}));
    std::vector<Cell> zone;
    for (int cell = 0; cell < level.box_cells(); ++cell) {
      if (is_out(stage, static_cast<Cell>(cell))) zone.push_back(static_cast<Cell>(cell));
    }
    from_zone_.push_back(stage > 0 && out_[stage] == out_[stage - 1] ? from_zone_.back() : steps_from(std::move(zone)));
  }
}

PackingPlan PackingPlan::without_order(const Level& level, const std::vector<Cell>& places) {
  PackingPlan plan(level, {});
  plan.is_place_.assign(level.floor() + 1, 0);
  for (const Cell place : places) {
    plan.steps_.push_back({place, level.outside()});
    plan.is_place_[place] = 1;
  }
  plan.out_.assign(plan.stages() + 1, std::vector<char>(level.floor() + 1, 0));
  plan.from_next_.assign(plan.stages() + 1, plan.steps_from(places));
  plan.from_zone_.assign(plan.stages() + 1, plan.steps_from({}));
  return plan;
}

// Keeps the last step to every target.
void PackingPlan::forget_parking() {
  std::vector<PackingStep> kept;
  std::vector<char> met(level_.floor() + 1, 0);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (!level_.is_target(step->to) || met[step->to]) continue;
    met[step->to] = 1;
    kept.push_back({step->to, level_.outside()});
  }
  steps_.assign(kept.rbegin(), kept.rend());
}

// Pulls a lone box from every place still to fill, past the packed boxes that will not move again.
void PackingPlan::find_shut() {
  const Cell outside = level_.outside();
  shut_.assign(stages() + 1, std::vector<char>(level_.floor() + 1, 0));
  if (level_.spare() > 0) return;  // spare boxes need no place
  for (int stage = 0; stage <= stages(); ++stage) {
    level_.poll_clock();
    std::vector<char> stands(level_.floor() + 1, 0), stays(level_.floor() + 1, 0);
    for (int i = 0; i < stage; ++i) {
      stands[steps_[i].to] = stays[steps_[i].to] = 1;
      if (steps_[i].from != outside) stands[steps_[i].from] = stays[steps_[i].from] = 0;
    }
    for (int i = stage; i < stages(); ++i) {
      if (steps_[i].from != outside) stays[steps_[i].from] = 0;
    }
    std::vector<char> fine = stands;
    std::vector<Cell> queue;
    for (int i = stage; i < stages(); ++i) {
      const Cell cell = steps_[i].to;
      if (!fine[cell] || !stays[cell]) queue.push_back(cell);
      fine[cell] = 1;
    }
    stays[outside] = 1;
    std::vector<char> met = stays;
    for (const Cell cell : queue) met[cell] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(queue[i], d);
        if (stays[to] || met[to] || to >= level_.box_cells() || stays[level_.next(to, d)]) continue;
        met[to] = fine[to] = 1;
        queue.push_back(to);
      }
    }
    for (int cell = 0; cell < level_.box_cells(); ++cell) shut_[stage][cell] = !fine[cell];
  }
}

void PackingPlan::find_zones() {
  const auto grows = [&](int stage, int later) {
    for (int cell = 0; cell < level_.box_cells(); ++cell) {
      if (shut_[later][cell] && !shut_[stage][cell]) return true;
    }
    return false;
  };
  std::vector<int> next(stages() + 1, stages());  // by stage: the one at which the zone grows
  for (int stage = stages() - 1; stage >= 0; --stage) {
    level_.poll_clock();
    if (shut_[stage] == shut_[stage + 1]) {
      next[stage] = next[stage + 1];
    } else {
      next[stage] = stage;
      while (next[stage] < stages() && !grows(stage, next[stage])) ++next[stage];
    }
  }
  for (int stage = 0; stage <= stages(); ++stage) {
    out_.push_back(shut_[next[stage] == stages() ? stage : next[stage]]);  // at the end no place remains
  }
}

std::vector<std::uint16_t> PackingPlan::steps_from(std::vector<Cell> cells) const {
  std::vector<std::uint16_t> steps(level_.floor() + 1, 0xffff);
  for (const Cell cell : cells) steps[cell] = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (const Cell to : level_.next(cells[i])) {
      if (to == level_.outside() || steps[to] != 0xffff) continue;
      steps[to] = static_cast<std::uint16_t>(steps[cells[i]] + 1);
      cells.push_back(to);
    }
  }
  return steps;
}

}  // namespace budge::sokoban
