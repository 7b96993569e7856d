// IDA* on several machines: a Python object implements the crew and communicates with the machines.
#include "crew.hpp"

#include "run.hpp"

namespace budge {

namespace {

std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs(const std::vector<search::Counts>& counts) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  for (const search::Counts& each : counts) pairs.emplace_back(each.generated, each.expanded);
  return pairs;
}

// Forwards the calls of a Crew to a Python object.
class PythonCrew : public search::Crew {
 public:
  explicit PythonCrew(nb::object crew) : crew_(std::move(crew)) {}

  void begin(std::int64_t bound, int wave, std::size_t depth, const search::Part& cut) override {
    const nb::gil_scoped_acquire gil;
    crew_.attr("begin")(bound, wave, depth, cut);
  }
  bool wait(search::Counts& so_far) override {
    const nb::gil_scoped_acquire gil;
    bool done;
    std::tie(done, so_far.generated, so_far.expanded) =
        nb::cast<std::tuple<bool, std::uint64_t, std::uint64_t>>(crew_.attr("wait")());
    return done;
  }
  search::Part whole() override {
    const nb::gil_scoped_acquire gil;
    return nb::cast<search::Part>(crew_.attr("whole")());
  }

 private:
  nb::object crew_;
};

}  // namespace

std::unique_ptr<search::Crew> crew_of(nb::object crew) {
  return crew.is_none() ? nullptr : std::make_unique<PythonCrew>(std::move(crew));
}

void bind_crew(nb::module_& module) {
  nb::class_<search::Part>(module, "Part", "The counts of a subtree, and the subtrees below it that were not searched.")
      .def(
          "__init__",
          [](search::Part* self, std::uint64_t generated, std::uint64_t expanded, std::optional<std::int64_t> exceeding,
             std::optional<search::Path> plan) {
            new (self)
                search::Part{{{generated, expanded}}, {}, exceeding.value_or(search::nothing_exceeds), std::move(plan)};
          },
          nb::arg("generated"), nb::arg("expanded"), nb::arg("exceeding").none(), nb::arg("plan").none())
      .def_prop_ro("counts", [](const search::Part& part) { return pairs(part.counts); })
      .def_ro("rest", &search::Part::rest)
      .def_prop_ro("exceeding",
                   [](const search::Part& part) -> std::optional<std::int64_t> {
                     if (part.exceeding == search::nothing_exceeds) return std::nullopt;
                     return part.exceeding;
                   })
      .def_ro("plan", &search::Part::plan);

  nb::class_<search::SubtreeBatch>(module, "SubtreeBatch", "Subtrees to search within a time limit.")
      .def(
          "__init__",
          [](search::SubtreeBatch* self, std::int64_t bound, int wave, std::size_t depth, double seconds,
             std::vector<search::Path> paths) {
            new (self) search::SubtreeBatch{bound, wave, depth, seconds, std::move(paths), {}};
          },
          nb::arg("bound"), nb::arg("wave"), nb::arg("depth"), nb::arg("seconds"), nb::arg("paths"))
      .def_ro("parts", &search::SubtreeBatch::parts);
}

}  // namespace budge
