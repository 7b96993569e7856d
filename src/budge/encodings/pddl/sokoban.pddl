; A player pushes boxes. Boxes of one colour may end on the same targets and stand for each other; a target is satisfied
; while a box of a welcome colour stands on it. The problem says what a step and a push cost.
(define (domain sokoban)
  (:requirements :strips :typing :action-costs)
  (:types cell colour direction)
  (:constants up left right down - direction)
  (:predicates
    (player ?cell - cell)
    (box ?colour - colour ?cell - cell)
    (clear ?cell - cell)
    (satisfied ?cell - cell)
    (next ?from ?to - cell ?direction - direction)
    (welcome ?colour - colour ?cell - cell)
    (passing ?colour - colour ?cell - cell))
  (:functions (total-cost) (step-cost) (push-cost))

  (:action step
    :parameters (?from ?to - cell ?direction - direction)
    :precondition (and (player ?from) (clear ?to) (next ?from ?to ?direction))
    :effect (and (player ?to) (not (player ?from)) (increase (total-cost) (step-cost))))

  (:action push
    :parameters (?colour - colour ?from ?box ?to - cell ?direction - direction)
    :precondition (and (player ?from) (box ?colour ?box) (clear ?to) (passing ?colour ?to)
      (next ?from ?box ?direction) (next ?box ?to ?direction))
    :effect (and (player ?box) (box ?colour ?to) (clear ?box)
      (not (player ?from)) (not (box ?colour ?box)) (not (clear ?to)) (not (satisfied ?box))
      (increase (total-cost) (push-cost))))

  (:action push-home
    :parameters (?colour - colour ?from ?box ?to - cell ?direction - direction)
    :precondition (and (player ?from) (box ?colour ?box) (clear ?to) (welcome ?colour ?to)
      (next ?from ?box ?direction) (next ?box ?to ?direction))
    :effect (and (player ?box) (box ?colour ?to) (clear ?box) (satisfied ?to)
      (not (player ?from)) (not (box ?colour ?box)) (not (clear ?to)) (not (satisfied ?box))
      (increase (total-cost) (push-cost)))))
