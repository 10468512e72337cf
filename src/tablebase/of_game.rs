//! The tables of a game, whatever the game.

use super::{
    Endless, Fault, FileError, LazyTablebase, Making, Subject, Table, Tablebase, Verified,
    build_next, file_name, read, verify,
};
use crate::game::{Endgames, Game};
use std::{
    io,
    path::{Path, PathBuf},
};

/// What can be done about the tables of a game by certain rules.
pub trait GameTables: Send + Sync {
    /// What the tables are about.
    fn subject(&self, endless: Endless) -> Subject;

    /// What becomes of a play without end by the rules.
    fn endless(&self) -> Endless;

    /// What there can be tables for: the rules, and what else there is.
    fn all_endless(&self) -> &'static [Endless];

    /// What the material is counted in, in the plural.
    fn unit(&self) -> &'static str;

    /// The most material that there can be tables of.
    fn most(&self) -> u8;

    /// The number of positions of so much material.
    fn positions(&self, material: u8) -> u64;

    /// Gets ready for positions of so much material.
    fn prepare(&self, material: u8);

    /// The table that comes after those of less material.
    fn build_next(&self, smaller: &[Table], endless: Endless, making: Making<'_>) -> Table;

    /// The tables that need no file.
    fn small(&self) -> LazyTablebase;

    /// Whether the table of so much material agrees with the rules.
    ///
    /// # Errors
    /// The first position that is at fault.
    fn verify(
        &self,
        tablebase: &Tablebase,
        material: u8,
        threads: usize,
    ) -> Result<Verified, Fault>;

    /// The tables in the files of a folder of at most so much material, up to the first that
    /// is missing or no good; and what is wrong with that.
    fn read_all(&self, folder: &Path, endless: Endless, most: u8) -> (Tablebase, Option<BadFile>) {
        let subject = self.subject(endless);
        let mut tables = Vec::new();
        for material in 0..=most.min(self.most()) {
            let path = folder.join(file_name(&subject, material));
            match read(&path, &subject, material, self.positions(material)) {
                Ok(table) => {
                    self.prepare(material);
                    tables.push(table);
                }
                Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => break,
                Err(error) => return (Tablebase { tables }, Some(BadFile { path, error })),
            }
        }
        (Tablebase { tables }, None)
    }
}

/// A file that is of no use.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .path.display())]
pub struct BadFile {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: FileError,
}

/// The tables of the game `G`.
pub(crate) struct TablesOf<G: Game> {
    pub(crate) endgames: &'static Endgames<G>,
    pub(crate) variant: &'static str,
    pub(crate) rules: G::Rules,
}

impl<G: Game> GameTables for TablesOf<G> {
    fn subject(&self, endless: Endless) -> Subject {
        let rules = (self.endgames.rules)(self.rules);
        Subject { variant: self.variant.to_owned(), rules, endless }
    }

    fn endless(&self) -> Endless {
        Endless::by_rules(self.endgames)
    }

    fn all_endless(&self) -> &'static [Endless] {
        Endless::all_of(self.endgames)
    }

    fn unit(&self) -> &'static str {
        self.endgames.unit
    }

    fn most(&self) -> u8 {
        (self.endgames.most)(self.rules)
    }

    fn positions(&self, material: u8) -> u64 {
        (self.endgames.positions)(self.rules, material)
    }

    fn prepare(&self, material: u8) {
        (self.endgames.prepare)(self.rules, material);
    }

    fn build_next(&self, smaller: &[Table], endless: Endless, making: Making<'_>) -> Table {
        build_next(self.endgames, self.rules, smaller, endless, making)
    }

    fn small(&self) -> LazyTablebase {
        LazyTablebase::small(self.endgames, self.rules)
    }

    fn verify(
        &self,
        tablebase: &Tablebase,
        material: u8,
        threads: usize,
    ) -> Result<Verified, Fault> {
        verify(self.endgames, self.rules, tablebase, material, threads)
    }
}
