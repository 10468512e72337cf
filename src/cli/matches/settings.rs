//! A file that stands for arguments of `ninefold match`.
//!
//! Its keys are their long names. An engine is a table of its own, `[[engine]]`, with
//! `name` and perhaps `command`, `protocol`, `folder`, `limit`, `option` and
//! `environment`.

use clap::{Args as _, Command};
use serde_json::{Map, Value};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Why a file of settings cannot be used.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub(in crate::cli) struct SettingsError {
    path: PathBuf,
    reason: String,
}

/// What the file says.
#[derive(Debug, Default)]
pub(in crate::cli) struct Settings {
    /// The variant.
    pub(in crate::cli) variant: Option<String>,
    /// Names and values of options.
    pub(in crate::cli) options: Vec<(String, String)>,
    /// The arguments of `match`.
    pub(in crate::cli) arguments: Vec<OsString>,
}

/// Reads the file at `path`: JSON if its name ends in `.json`, otherwise TOML.
pub(in crate::cli) fn read(path: &Path) -> Result<Settings, SettingsError> {
    let refused = |reason: String| SettingsError { path: path.to_owned(), reason };
    let text = fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
    let json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let settings: Map<String, Value> = if json {
        serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?
    } else {
        toml::from_str(&text).map_err(|error| refused(one_line(&error, &text)))?
    };
    let mut read = Settings::default();
    let mut arguments = Vec::new();
    let known = super::MatchArguments::augment_args(Command::new("match"));
    for (key, value) in &settings {
        let is_known = known.get_arguments().any(|it| it.get_long() == Some(key));
        let added = match (key.as_str(), value) {
            ("variant", value) => plain(key, value).map(|name| read.variant = Some(name)),
            ("option", Value::Object(pairs)) => pairs.iter().try_for_each(|(name, value)| {
                read.options.push((name.clone(), plain(name, value)?));
                Ok(())
            }),
            ("option", _) => Err("expected a table for 'option'".to_owned()),
            ("engine", value) => engines(value, &mut arguments),
            (key, value) if is_known && key != "settings" => {
                argument(key, "", value, &mut arguments)
            }
            _ => Err(format!("there is no setting '{key}'")),
        };
        added.map_err(refused)?;
    }
    read.arguments = arguments.into_iter().map(OsString::from).collect();
    Ok(read)
}

/// The message of a TOML error with its line and column, without the picture.
fn one_line(error: &toml::de::Error, text: &str) -> String {
    let message = error.message();
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else {
        return message.to_owned();
    };
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("line {line}, column {column}: {message}")
}

/// Adds `--KEY PREFIX VALUE`: once, for each of a list, or for each pair of a table; for
/// a switch, `--KEY`.
fn argument(
    key: &str,
    prefix: &str,
    value: &Value,
    arguments: &mut Vec<String>,
) -> Result<(), String> {
    let mut add = |text: String| arguments.push(format!("--{key}={prefix}{text}"));
    match value {
        Value::Bool(true) if prefix.is_empty() => arguments.push(format!("--{key}")),
        Value::Bool(false) if prefix.is_empty() => {}
        Value::Array(values) => {
            for value in values {
                add(plain(key, value)?);
            }
        }
        Value::Object(pairs) => {
            for (name, value) in pairs {
                add(format!("{name}={}", plain(name, value)?));
            }
        }
        _ => add(plain(key, value)?),
    }
    Ok(())
}

/// A value as a word.
fn plain(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(value) => Ok(value.to_string()),
        _ => Err(format!("expected a text, a number, true or false for '{key}'")),
    }
}

fn engines(value: &Value, arguments: &mut Vec<String>) -> Result<(), String> {
    let expected = "expected a list of tables for 'engine', each with 'name'";
    for engine in value.as_array().ok_or(expected)? {
        let engine = engine.as_object().ok_or(expected)?;
        let name = engine.get("name").and_then(Value::as_str).ok_or(expected)?;
        let command = match engine.get("command") {
            None => String::new(),
            Some(Value::Array(words)) => {
                let words: Vec<_> =
                    words.iter().map(|word| plain("command", word)).collect::<Result<_, _>>()?;
                let words = words.iter().map(String::as_str);
                let command = shlex::try_join(words).map_err(|error| error.to_string())?;
                format!("={command}")
            }
            Some(command) => format!("={}", plain("command", command)?),
        };
        arguments.push(format!("--engine={name}{command}"));
        for (key, value) in engine {
            match (key.as_str(), value.as_str()) {
                ("name" | "command", _) | ("protocol", Some("uci")) => {}
                ("protocol", Some("ugi")) => arguments.push(format!("--ugi={name}")),
                ("folder" | "limit" | "option" | "environment", _) => {
                    argument(&format!("engine-{key}"), &format!("{name}:"), value, arguments)?;
                }
                ("protocol", _) => return Err("expected 'uci' or 'ugi' for 'protocol'".to_owned()),
                _ => return Err(format!("there is no setting '{key}' of an engine")),
            }
        }
    }
    Ok(())
}
