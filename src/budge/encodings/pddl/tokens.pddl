; Tokens on the vertices of a graph: one moves along an edge to the vertex that is blank.
(define (domain tokens)
  (:requirements :strips :typing)
  (:types token vertex)
  (:predicates
    (at ?token - token ?vertex - vertex)
    (blank ?vertex - vertex)
    (edge ?one ?other - vertex))

  (:action move
    :parameters (?token - token ?from ?to - vertex)
    :precondition (and (at ?token ?from) (blank ?to) (edge ?from ?to))
    :effect (and (at ?token ?to) (blank ?from) (not (at ?token ?from)) (not (blank ?to)))))
