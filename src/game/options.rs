//! Options: what can be set, and to what.
//!
//! One table describes an option once; the protocol lists it from there, checks
//! values against it and hands them on. Games declare their rule options in the
//! same form as the engine declares its own.

use crate::text::excerpt;
use std::collections::BTreeMap;
use thiserror::Error;

/// What the protocol writes for an empty text.
const EMPTY: &str = "<empty>";

/// An option as the protocol announces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name; it is matched without regard to case.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
}

/// The kinds of options of UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value before any `setoption`.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value before any `setoption`.
        default: u64,
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// One of a list of words.
    Combo {
        /// The value before any `setoption`.
        default: &'static str,
        /// All values.
        values: &'static [&'static str],
    },
    /// Any text; `<empty>` where there is none.
    Text,
    /// An action without a value.
    Button,
}

/// Why a value was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The value is outside of what the option takes.
    #[error("option '{name}' takes {expected}, found '{found}'")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        expected: String,
        /// What was given.
        found: String,
    },
}

impl OptionSpec {
    /// The value before any `setoption`, as text; empty for a button.
    pub fn default_value(&self) -> String {
        match self.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } => default.to_owned(),
            OptionKind::Text => EMPTY.to_owned(),
            OptionKind::Button => String::new(),
        }
    }

    /// The value in its one proper spelling, if the option takes it.
    ///
    /// # Errors
    /// [`OptionError::Value`] with the legal range.
    pub fn check(&self, value: &str) -> Result<String, OptionError> {
        let (accepted, expected) = match self.kind {
            OptionKind::Check { .. } => (
                ["true", "false"].into_iter().find(|word| word.eq_ignore_ascii_case(value)),
                "'true' or 'false'".to_owned(),
            ),
            OptionKind::Spin { min, max, .. } => {
                let number =
                    value.parse::<u64>().ok().filter(|number| (min..=max).contains(number));
                if let Some(number) = number {
                    return Ok(number.to_string());
                }
                (None, format!("a whole number from {min} to {max}"))
            }
            OptionKind::Combo { values, .. } => (
                values.iter().copied().find(|word| word.eq_ignore_ascii_case(value)),
                format!("one of {}", values.join(", ")),
            ),
            OptionKind::Text => return Ok(if value.is_empty() { EMPTY } else { value }.to_owned()),
            OptionKind::Button => (value.is_empty().then_some(""), "no value".to_owned()),
        };
        accepted.map(str::to_owned).ok_or_else(|| OptionError::Value {
            name: self.name,
            expected,
            found: excerpt(value),
        })
    }
}

/// Settings of options by name. What was never set has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues {
    set: BTreeMap<&'static str, String>,
}

impl OptionValues {
    /// Sets an option to a value that it takes.
    ///
    /// # Errors
    /// [`OptionError::Value`]; the earlier value stays.
    pub fn set(&mut self, spec: &OptionSpec, value: &str) -> Result<(), OptionError> {
        let value = spec.check(value)?;
        self.set.insert(spec.name, value);
        Ok(())
    }

    /// The value of an option as text.
    pub fn get(&self, spec: &OptionSpec) -> String {
        self.set.get(spec.name).cloned().unwrap_or_else(|| spec.default_value())
    }

    /// The value of a check option.
    pub fn flag(&self, spec: &OptionSpec) -> bool {
        self.get(spec) == "true"
    }

    /// The value of a text option, if it has one.
    pub fn text(&self, spec: &OptionSpec) -> Option<String> {
        Some(self.get(spec)).filter(|text| text != EMPTY)
    }

    /// The value of a spin option.
    pub fn number(&self, spec: &OptionSpec) -> u64 {
        self.get(spec).parse().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPIN: OptionSpec =
        OptionSpec { name: "Size", kind: OptionKind::Spin { default: 3, min: 1, max: 9 } };
    const COMBO: OptionSpec = OptionSpec {
        name: "Mode",
        kind: OptionKind::Combo { default: "off", values: &["off", "On"] },
    };

    #[test]
    fn values_are_checked_and_spelled_properly() {
        let mut values = OptionValues::default();
        assert_eq!(values.number(&SPIN), 3);
        values.set(&SPIN, "07").unwrap();
        assert_eq!(values.get(&SPIN), "7");
        let refused = values.set(&SPIN, "10").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "option 'Size' takes a whole number from 1 to 9, found '10'"
        );
        assert_eq!(values.number(&SPIN), 7, "a refused value changes nothing");
        values.set(&COMBO, "ON").unwrap();
        assert_eq!(values.get(&COMBO), "On");
        assert!(values.set(&COMBO, "").is_err());
        let refused = values.set(&COMBO, &format!("a\u{b}{}", "b".repeat(99))).unwrap_err();
        let shown = format!("found 'a\\u{{b}}{}…'", "b".repeat(38));
        assert!(refused.to_string().ends_with(&shown), "{refused}");
    }
}
