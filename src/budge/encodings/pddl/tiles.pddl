; Tiles slide into the blank on a rectangular board. Cell c2-3 is the third of the second row, t7 the tile that says 7.
(define (domain tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates
    (at ?tile - tile ?cell - cell)
    (blank ?cell - cell)
    (left-of ?one ?other - cell)
    (above ?one ?other - cell))

  (:action move-left
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (at ?tile ?from) (blank ?to) (left-of ?to ?from))
    :effect (and (at ?tile ?to) (blank ?from) (not (at ?tile ?from)) (not (blank ?to))))

  (:action move-right
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (at ?tile ?from) (blank ?to) (left-of ?from ?to))
    :effect (and (at ?tile ?to) (blank ?from) (not (at ?tile ?from)) (not (blank ?to))))

  (:action move-up
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (at ?tile ?from) (blank ?to) (above ?to ?from))
    :effect (and (at ?tile ?to) (blank ?from) (not (at ?tile ?from)) (not (blank ?to))))

  (:action move-down
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (at ?tile ?from) (blank ?to) (above ?from ?to))
    :effect (and (at ?tile ?to) (blank ?from) (not (at ?tile ?from)) (not (blank ?to)))))
