//! Coordinate spaces and exact predicates; knows no shapes.
