//! Conversations with an engine inside the test's own process.

use ninefold::protocol::{Engine, Output, Summary, serve};
use std::{
    io::{self, Cursor, Write},
    sync::{Arc, Mutex},
};

/// A writer whose bytes can be looked at afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says `input` to an engine and returns what it has answered.
pub(crate) fn converse(engine: Engine, input: Vec<u8>) -> (String, Summary) {
    let said = Shared::default();
    let output = Output::new(said.clone(), None);
    let summary = serve(engine, Cursor::new(input), output, None).unwrap();
    let bytes = said.0.lock().unwrap().clone();
    (String::from_utf8(bytes).unwrap(), summary)
}
