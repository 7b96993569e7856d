; Several players step at once. A joint step is a round of stages: in turn each player steps, pushes or waits, then in
; turn each lets go of the cells it has claimed. Whatever ends on a cell in a round claims it, so no two players or boxes
; end on one; and a passage is closed to whoever would come the other way, so no two players change places. The first
; stage of a round costs 1 and the others nothing: the cost of a plan is the number of its joint steps.
(define (domain sokoban-players)
  (:requirements :strips :typing :action-costs)
  (:types player cell colour direction stage)
  (:constants up left right down - direction)
  (:predicates
    (now ?stage - stage)
    (then ?stage ?next - stage)
    (acts ?player - player ?stage - stage)
    (lets-go ?player - player ?stage - stage)
    (at ?player - player ?cell - cell)
    (box ?colour - colour ?cell - cell)
    (clear ?cell - cell)
    (satisfied ?cell - cell)
    (open ?cell - cell)
    (passage ?from ?to - cell)
    (waited ?player - player)
    (stepped ?player - player ?from ?to - cell)
    (pushed ?player - player ?from ?to ?box - cell)
    (next ?from ?to - cell ?direction - direction)
    (welcome ?colour - colour ?cell - cell)
    (passing ?colour - colour ?cell - cell))
  (:functions (total-cost) (price ?stage - stage))

  (:action wait
    :parameters (?player - player ?stage ?then - stage ?cell - cell)
    :precondition (and (now ?stage) (then ?stage ?then) (acts ?player ?stage) (at ?player ?cell) (open ?cell))
    :effect (and (now ?then) (waited ?player)
      (not (now ?stage)) (not (open ?cell))
      (increase (total-cost) (price ?stage))))

  (:action step
    :parameters (?player - player ?stage ?then - stage ?from ?to - cell ?direction - direction)
    :precondition (and (now ?stage) (then ?stage ?then) (acts ?player ?stage) (at ?player ?from)
      (next ?from ?to ?direction) (clear ?to) (open ?to) (passage ?from ?to))
    :effect (and (now ?then) (at ?player ?to) (stepped ?player ?from ?to)
      (not (now ?stage)) (not (at ?player ?from)) (not (open ?to)) (not (passage ?to ?from))
      (increase (total-cost) (price ?stage))))

  (:action push
    :parameters (?player - player ?stage ?then - stage ?colour - colour ?from ?box ?to - cell ?direction - direction)
    :precondition (and (now ?stage) (then ?stage ?then) (acts ?player ?stage) (at ?player ?from)
      (next ?from ?box ?direction) (box ?colour ?box) (open ?box) (passage ?from ?box)
      (next ?box ?to ?direction) (clear ?to) (open ?to) (passing ?colour ?to))
    :effect (and (now ?then) (at ?player ?box) (pushed ?player ?from ?box ?to)
      (not (now ?stage)) (not (at ?player ?from)) (not (open ?box)) (not (passage ?box ?from))
      (box ?colour ?to) (clear ?box)
      (not (box ?colour ?box)) (not (clear ?to)) (not (open ?to)) (not (satisfied ?box))
      (increase (total-cost) (price ?stage))))

  (:action push-home
    :parameters (?player - player ?stage ?then - stage ?colour - colour ?from ?box ?to - cell ?direction - direction)
    :precondition (and (now ?stage) (then ?stage ?then) (acts ?player ?stage) (at ?player ?from)
      (next ?from ?box ?direction) (box ?colour ?box) (open ?box) (passage ?from ?box)
      (next ?box ?to ?direction) (clear ?to) (open ?to) (welcome ?colour ?to))
    :effect (and (now ?then) (at ?player ?box) (pushed ?player ?from ?box ?to)
      (not (now ?stage)) (not (at ?player ?from)) (not (open ?box)) (not (passage ?box ?from))
      (box ?colour ?to) (clear ?box) (satisfied ?to)
      (not (box ?colour ?box)) (not (clear ?to)) (not (open ?to)) (not (satisfied ?box))
      (increase (total-cost) (price ?stage))))

  (:action let-go-after-wait
    :parameters (?player - player ?stage ?then - stage ?cell - cell)
    :precondition (and (now ?stage) (then ?stage ?then) (lets-go ?player ?stage) (waited ?player) (at ?player ?cell))
    :effect (and (now ?then) (open ?cell)
      (not (now ?stage)) (not (waited ?player))
      (increase (total-cost) (price ?stage))))

  (:action let-go-after-step
    :parameters (?player - player ?stage ?then - stage ?from ?to - cell)
    :precondition (and (now ?stage) (then ?stage ?then) (lets-go ?player ?stage) (stepped ?player ?from ?to))
    :effect (and (now ?then) (open ?to) (passage ?to ?from)
      (not (now ?stage)) (not (stepped ?player ?from ?to))
      (increase (total-cost) (price ?stage))))

  (:action let-go-after-push
    :parameters (?player - player ?stage ?then - stage ?from ?to ?box - cell)
    :precondition (and (now ?stage) (then ?stage ?then) (lets-go ?player ?stage) (pushed ?player ?from ?to ?box))
    :effect (and (now ?then) (open ?to) (open ?box) (passage ?to ?from)
      (not (now ?stage)) (not (pushed ?player ?from ?to ?box))
      (increase (total-cost) (price ?stage)))))
