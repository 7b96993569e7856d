#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/variant.h>

#include "patterns/build.hpp"
#include "run.hpp"
#include "tiles/guide.hpp"

namespace budge {

namespace {

// A view of memory that Python owns; released when the last owner of the view is destroyed.
class View {
 public:
  View(nb::handle object, int flags) {
    if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0) throw nb::python_error();
  }
  ~View() {
    const nb::gil_scoped_acquire gil;
    PyBuffer_Release(&view_);
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  std::uint8_t* data() const { return static_cast<std::uint8_t*>(view_.buf); }
  void check_size(const patterns::Pattern& pattern) const {
    if (static_cast<std::uint64_t>(view_.len) == pattern.bytes()) return;
    throw std::invalid_argument("the buffer has " + std::to_string(view_.len) + " bytes, the pattern " +
                                std::to_string(pattern.bytes()));
  }

 private:
  Py_buffer view_;
};

// The result of a build, for Python.
struct Built {
  std::optional<std::string> stopped_by;
  std::uint64_t peak_bytes = 0;
  std::vector<std::uint64_t> histogram;
};

using PyLookup = std::pair<std::shared_ptr<patterns::Database>, std::vector<int>>;
using PySum = std::vector<PyLookup>;

std::vector<patterns::LookupSum> sums_of(const std::vector<PySum>& sums) {
  std::vector<patterns::LookupSum> result;
  for (const PySum& sum : sums) {
    result.emplace_back();
    for (const auto& [database, map] : sum) result.back().push_back({database, map});
  }
  return result;
}

}  // namespace

void bind_patterns(nb::module_& module) {
  module.def(
      "pattern_size",
      [](int width, int height, int blank, std::vector<int> homes, bool additive) {
        const patterns::Pattern pattern(width, height, blank, std::move(homes), additive);
        return std::pair(pattern.bytes(), pattern.entries());
      },
      nb::arg("width"), nb::arg("height"), nb::arg("blank"), nb::arg("homes"), nb::arg("additive"),
      "The bytes of the database for these tiles, and its entries.");

  nb::class_<Built>(module, "Built", "The result of a build.")
      .def_ro("stopped_by", &Built::stopped_by)
      .def_ro("peak_bytes", &Built::peak_bytes)
      .def_ro("histogram", &Built::histogram, "Entries by value, from 0 to the largest.");

  module.def(
      "build_pattern",
      [](int width, int height, int blank, std::vector<int> homes, bool additive,
         const nb::typed<nb::callable, void(nb::any)>& write, const Run& run) {
        const patterns::Pattern pattern(width, height, blank, std::move(homes), additive);
        const patterns::Write write_piece = [&](const std::uint8_t* data, std::size_t size) {
          const nb::gil_scoped_acquire gil;
          char* const bytes = reinterpret_cast<char*>(const_cast<std::uint8_t*>(data));
          const nb::object view = nb::steal(PyMemoryView_FromMemory(bytes, static_cast<Py_ssize_t>(size), PyBUF_READ));
          if (!view.is_valid()) throw nb::python_error();
          write(view);
          view.attr("release")();
        };
        bool interrupted = false;
        Built built;
        const Stop stop = conduct(run, interrupted, [&](Control& control) {
          patterns::Built result = build(pattern, write_piece, run.threads, control);
          built.peak_bytes = control.peak_bytes();
          built.histogram = std::move(result.histogram);
          return result.stop;
        });
        built.stopped_by = why_stopped(interrupted, stop);
        return built;
      },
      nb::arg("width"), nb::arg("height"), nb::arg("blank"), nb::arg("homes"), nb::arg("additive"), nb::arg("write"),
      nb::arg("run"),
      "Build the database for the tiles with these home cells and pass it to `write` in consecutive pieces. A piece is "
      "valid only until `write` returns.");

  nb::class_<patterns::Database>(module, "Pattern",
                                 "A pattern database in a buffer, which is not copied and is kept alive.")
      .def(
          "__init__",
          [](patterns::Database* self, int width, int height, int blank, std::vector<int> homes, bool additive,
             nb::handle buffer) {
            patterns::Pattern pattern(width, height, blank, std::move(homes), additive);
            const auto view = std::make_shared<const View>(buffer, PyBUF_SIMPLE);
            view->check_size(pattern);
            new (self) patterns::Database(std::move(pattern), view->data(), view);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("blank"), nb::arg("homes"), nb::arg("additive"),
          nb::arg("buffer"))
      .def("value", &patterns::Database::value, nb::arg("homes"), nb::arg("blank"),
           "The value of an arrangement: `homes` lists the home of the tile on each cell; `blank` is the blank's cell.")
      .def(
          "distances",
          [](const patterns::Database& database, const nb::bytes& positions, const std::vector<int>& objects,
             const std::vector<int>& cells) {
            std::vector<std::uint8_t> values;
            const std::size_t size = cells.size();
            const auto* data = static_cast<const std::uint8_t*>(positions.data());
            if (!database.pattern.is_whole() || objects.size() != size || positions.size() % size != 0) {
              throw std::invalid_argument("positions, objects and cells do not fit the table");
            }
            std::size_t bad = positions.size();
            {
              const nb::gil_scoped_release free;
              values.resize(positions.size() / size);
              for (std::size_t i = 0; i < values.size() && bad == positions.size(); ++i) {
                const int value = patterns::table_value(database, data + i * size, objects, cells);
                if (value < 0) bad = i;
                values[i] = static_cast<std::uint8_t>(value);
              }
            }
            if (bad < positions.size()) {
              throw std::invalid_argument("position " + std::to_string(bad) +
                                          " does not have each number of the board exactly once");
            }
            return nb::bytes(values.data(), values.size());
          },
          nb::arg("positions"), nb::arg("objects"), nb::arg("cells"),
          "The distance of every position from the goal, one byte each; 255 if it cannot be reached. `objects` gives "
          "the "
          "object of each tile, `cells` the table's cell of each cell.");

  nb::class_<tiles::Guide>(module, "Guide", "A heuristic: the maximum of sums of databases and of heuristics by name.")
      .def(
          "__init__",
          [](tiles::Guide* self, const std::vector<std::string>& names, const std::vector<PySum>& sums,
             const std::vector<std::vector<PySum>>& duals) {
            tiles::Guide guide;
            for (const std::string& name : names) guide.names.emplace_back(name);
            guide.sums = sums_of(sums);
            for (const auto& dual : duals) guide.duals.push_back(sums_of(dual));
            new (self) tiles::Guide(std::move(guide));
          },
          nb::arg("names"), nb::arg("sums"), nb::arg("duals"));
}

}  // namespace budge
