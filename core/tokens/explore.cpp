// Breadth-first search that stores layers instead of a table of all states.
//
// A layer has a part for every vertex of the blank. Each vertex gathers the states that arrive from its neighbours, so
// threads share the vertices and never write to the same part. Small layers are sorted arrays (sorted_layer.hpp); once
// a layer of a small board is large enough, the search continues with bitmaps (bitmap_layer.hpp).
#include "tokens/explore.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>

#include "search/result.hpp"
#include "support/every_size.hpp"
#include "support/share.hpp"
#include "tokens/bitmap_layer.hpp"
#include "tokens/part.hpp"
#include "tokens/sorted_layer.hpp"
#include "tokens/tuning.hpp"

namespace budge::tokens {
namespace {

constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

class Explorer {
 public:
  Explorer(const Adjacency& graph, const std::vector<int>& source, int threads, std::size_t keep, Control& control)
      : part_(graph, source), source_(source), threads_(threads), keep_(keep), control_(control) {
    result_.by_depth = {1};
    if (keep > 0) result_.hardest = {source};
  }

  Exploration explore(Layers layers) && {
    // The numbers of words that a packed state may need; the last one holds 4096 vertices.
    search::guarded(result_, [&] {
      if constexpr (every_size) {
        with_words<1, 2, 3, 4, 16, 1024>(layers);
      } else {
        with_words<1, 4, 1024>(layers);
      }
    });
    return std::move(result_);
  }

 private:
  template <int words, int... more>
  void with_words(Layers layers) {
    if (SortedLayer<words>::holds(part_.size())) {
      begin<words>(layers);
    } else if constexpr (sizeof...(more) > 0) {
      with_words<more...>(layers);
    }
  }

  template <int words>
  void begin(Layers layers) {
    std::optional<SortedLayer<words>> sorted(std::in_place, part_, control_);
    if constexpr (words == 1) {
      if (layers != Layers::sorted && part_.size() <= longest_ranked + 1) {
        if (run(*sorted, layers == Layers::bitmaps ? 0 : bitmaps_pay_from())) return;
        if (part_.bipartite ? continue_with<BitmapLayer<true>>(sorted) : continue_with<BitmapLayer<false>>(sorted))
          return;
      }
    }
    run(*sorted, never);
  }

  // Sorting a state costs about as much as scanning a number of words.
  std::uint64_t bitmaps_pay_from() const {
    const std::size_t words = part_.bipartite ? BitmapLayer<true>::words(part_) : BitmapLayer<false>::words(part_);
    return words * part_.size() / tuning.words_per_sort;
  }

  // Returns false if there is no memory for bitmaps.
  template <class Bitmaps, class Sorted>
  bool continue_with(std::optional<Sorted>& sorted) {
    std::optional<Bitmaps> bitmaps;
    try {
      bitmaps.emplace(part_, *sorted, control_);
    } catch (const Stopped&) {
      return false;
    }
    sorted.reset();
    return run(*bitmaps, never);
  }

  // Expands layers up to the last one, or up to one of at least `enough` states. Returns whether the search is
  // complete.
  template <class Layer>
  bool run(Layer& layer, std::uint64_t enough) {
    try {
      for (;;) {
        if (result_.by_depth.back() >= enough) return false;
        const std::uint64_t found = next(layer);
        if (found == 0) break;
        layer.advance();
        result_.by_depth.push_back(found);
        control_.lower_bound = static_cast<std::int64_t>(result_.by_depth.size()) - 1;
      }
    } catch (const Stopped& stopped) {
      result_.stop = stopped.reason;
    }
    result_.hardest = hardest(layer);
    return true;
  }

  // Gathers the next layer at every vertex; returns its size.
  template <class Layer>
  std::uint64_t next(Layer& layer) {
    const auto arriving = [&](int vertex) {
      std::uint64_t sum = 0;
      for (const int from : part_.graph[vertex]) sum += layer.count(from);
      return sum;
    };
    std::uint64_t work = 0;
    for (int vertex = 0; vertex < part_.size(); ++vertex) work += arriving(vertex);
    if (work >= control_.limits().nodes - control_.generated) {
      control_.stop(Stop::nodes);
      control_.check();
    }
    std::atomic<std::uint64_t> generated{control_.generated}, found{0};
    share(work < tuning.shared_after ? 1 : threads_, generated, [&](int vertex, const Pause& pause) {
      found += layer.gather(vertex, pause);
      generated += arriving(vertex);
    });
    control_.expanded += result_.by_depth.back();
    return found;
  }

  // Runs task(vertex, pause) for every vertex. The calling thread works too, and polls while it waits for the others.
  template <class Task>
  void share(int threads, const std::atomic<std::uint64_t>& generated, const Task& task) {
    std::atomic<int> next{0};
    const auto poll = [&] {
      control_.generated = generated;
      control_.poll();
    };
    const auto work = [&](bool owner) {
      const Pause pause = owner ? Pause(poll) : [&] { control_.check(); };
      for (int vertex; (vertex = next++) < part_.size();) task(vertex, pause);
    };
    together(std::min(threads, part_.size()), control_, work, poll);
    poll();
  }

  template <class Layer>
  std::vector<std::vector<int>> hardest(Layer& layer) const {
    std::vector<std::vector<int>> all;
    for (int vertex = 0; vertex < part_.size(); ++vertex) {
      for (const std::vector<int>& cells : layer.first(vertex, keep_)) {
        all.push_back(source_);
        for (int i = 0; i < part_.size(); ++i) all.back()[part_.vertices[i]] = part_.tokens[cells[i]];
      }
    }
    std::sort(all.begin(), all.end());
    if (all.size() > keep_) all.resize(keep_);
    return all;
  }

  const Part part_;
  const std::vector<int>& source_;
  const int threads_;
  const std::size_t keep_;
  Control& control_;
  Exploration result_;
};

}  // namespace

Exploration explore(const Adjacency& graph, const std::vector<int>& source, int threads, std::size_t keep,
                    Control& control, Layers layers) {
  return Explorer(graph, source, threads, keep, control).explore(layers);
}

}  // namespace budge::tokens
