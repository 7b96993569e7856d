// A sparse array in pages: allocates only the pages in use and charges them to a Control.
//
// For priority queues: if few of many possible priorities occur, each unused page costs only a pointer.
#pragma once

#include <cassert>
#include <cstddef>
#include <new>
#include <type_traits>

#include "support/control.hpp"

namespace budge {

// A Part is default-constructed, or constructed from a Control.
template <class Part>
class Pages {
 public:
  explicit Pages(Control& control) : control_(control), pages_(Accounted<Part*>(control)) {}
  ~Pages() {
    for (Part* page : pages_) {
      if (!page) continue;
      for (std::size_t i = 0; i < length; ++i) page[i].~Part();
      Accounted<Part>(control_).deallocate(page, length);
    }
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  // The part of this number, created if necessary.
  Part& enter(std::size_t number) {
    const std::size_t page = number / length;
    if (pages_.empty()) first_ = page;
    if (page < first_) {
      pages_.insert(pages_.begin(), first_ - page, nullptr);
      first_ = page;
    }
    if (page - first_ >= pages_.size()) pages_.resize(page - first_ + 1, nullptr);
    if (!pages_[page - first_]) pages_[page - first_] = made();
    return pages_[page - first_][number % length];
  }

  // The part of a number whose page exists.
  Part& operator[](std::size_t number) {
    assert(has(number));
    return pages_[number / length - first_][number % length];
  }

  bool has(std::size_t number) const {
    const std::size_t page = number / length;
    return page >= first_ && page - first_ < pages_.size() && pages_[page - first_];
  }

  // The next number, or the previous one, whose page exists; there must be one.
  std::size_t after(std::size_t number) const {
    if (has(++number)) return number;
    std::size_t page = number / length < first_ ? 0 : number / length - first_;
    while (assert(page < pages_.size()), !pages_[page]) ++page;
    return (page + first_) * length;
  }
  std::size_t before(std::size_t number) const {
    assert(number > 0);
    if (has(--number)) return number;
    std::size_t page = number / length - first_;
    while (assert(page < pages_.size()), !pages_[page]) --page;
    return (page + first_ + 1) * length - 1;
  }

  template <class Visit>
  void visit(const Visit& visit) {
    for (Part* page : pages_) {
      for (std::size_t i = 0; page && i < length; ++i) visit(page[i]);
    }
  }

 private:
  static constexpr std::size_t length = 32;

  Part* made() {
    Part* const page = Accounted<Part>(control_).allocate(length);
    for (std::size_t i = 0; i < length; ++i) {
      if constexpr (std::is_constructible_v<Part, Control&>) {
        new (page + i) Part(control_);
      } else {
        new (page + i) Part();
      }
    }
    return page;
  }

  Control& control_;
  Vector<Part*> pages_;
  std::size_t first_ = 0;  // the number of the first page
};

}  // namespace budge
