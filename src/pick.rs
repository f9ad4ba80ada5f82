//! Screen to hit.
