//! Any bytes as a conversation: it ends, and only sound lines are said.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ninefold::{
    protocol::{Engine, Output, serve},
    variants::GAMES,
};
use std::{
    io::{self, Cursor, Write},
    sync::{Arc, Mutex},
};

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|input: &[u8]| {
    let mut conversation = Vec::new();
    for line in input.split(|&byte| byte == b'\n').filter(|line| !is_costly(line)) {
        conversation.extend_from_slice(line);
        conversation.push(b'\n');
    }
    // Ends every search at once, however deep it was to be.
    conversation.extend_from_slice(b"quit\n");
    let said = Shared::default();
    let engine = Engine::new(&GAMES).expect("there is memory for an engine");
    serve(engine, Cursor::new(conversation), Output::new(said.clone(), None), None)
        .expect("there are threads");
    let said = said.0.lock().expect("no writer panics");
    let text = std::str::from_utf8(&said).expect("the output is UTF-8");
    for line in text.lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert_eq!(line.trim_end(), line, "{line:?}");
    }
});

/// Whether the line may ask for more memory or threads than a fuzzer should take.
fn is_costly(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits > 1 && (text.contains("hash") || text.contains("threads"))
}
