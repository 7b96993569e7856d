; Robots slide until something stops them. A slide is a start, a run from cell to cell, and a halt: only the start costs.
; Cell c2-3 is the third of the second row. A cell is barred in a direction if a wall, or the edge, is there.
(define (domain robots)
  (:requirements :strips :typing :action-costs)
  (:types robot cell direction)
  (:constants up left right down - direction)
  (:predicates
    (at ?robot - robot ?cell - cell)
    (free ?cell - cell)
    (taken ?cell - cell)
    (next ?from ?to - cell ?direction - direction)
    (barred ?cell - cell ?direction - direction)
    (resting)
    (sliding ?robot - robot ?direction - direction))
  (:functions (total-cost))

  (:action start
    :parameters (?robot - robot ?from ?to - cell ?direction - direction)
    :precondition (and (resting) (at ?robot ?from) (next ?from ?to ?direction) (free ?to))
    :effect (and (sliding ?robot ?direction) (at ?robot ?to) (free ?from) (taken ?to)
      (not (resting)) (not (at ?robot ?from)) (not (taken ?from)) (not (free ?to))
      (increase (total-cost) 1)))

  (:action run
    :parameters (?robot - robot ?from ?to - cell ?direction - direction)
    :precondition (and (sliding ?robot ?direction) (at ?robot ?from) (next ?from ?to ?direction) (free ?to))
    :effect (and (at ?robot ?to) (free ?from) (taken ?to) (not (at ?robot ?from)) (not (taken ?from)) (not (free ?to))
      (increase (total-cost) 0)))

  (:action halt-at-wall
    :parameters (?robot - robot ?cell - cell ?direction - direction)
    :precondition (and (sliding ?robot ?direction) (at ?robot ?cell) (barred ?cell ?direction))
    :effect (and (resting) (not (sliding ?robot ?direction)) (increase (total-cost) 0)))

  (:action halt-at-robot
    :parameters (?robot - robot ?cell ?there - cell ?direction - direction)
    :precondition (and (sliding ?robot ?direction) (at ?robot ?cell) (next ?cell ?there ?direction) (taken ?there))
    :effect (and (resting) (not (sliding ?robot ?direction)) (increase (total-cost) 0))))
