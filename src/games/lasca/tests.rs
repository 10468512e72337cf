//! The rules sentence by sentence, on positions made for them.
