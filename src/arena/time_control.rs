//! What ends each search of a match, and whether a player has kept to it.

use std::{fmt, str::FromStr, time::Duration};

/// What ends each search of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Time for the whole game, and more of it for each move made.
    Clock {
        /// Time at the start of the game.
        base: Duration,
        /// Time added with each move.
        increment: Duration,
    },
    /// Time for each move.
    MoveTime(Duration),
    /// Plies for each move.
    Depth(u32),
    /// Nodes for each move.
    Nodes(u64),
}

impl TimeControl {
    /// The time on the clock of a player at the start of a game.
    pub(super) fn initial_clock(self) -> Duration {
        match self {
            Self::Clock { base, .. } => base,
            _ => Duration::ZERO,
        }
    }

    /// The time on the clock when a player has started with `clock` and taken
    /// `spent` for a move, or `None` if that was too long even with `margin`.
    pub(super) fn after_move(
        self,
        clock: Duration,
        spent: Duration,
        margin: Duration,
    ) -> Option<Duration> {
        match self {
            Self::Clock { increment, .. } => {
                (spent <= clock + margin).then(|| clock.saturating_sub(spent) + increment)
            }
            Self::MoveTime(time) => (spent <= time + margin).then_some(clock),
            Self::Depth(_) | Self::Nodes(_) => Some(clock),
        }
    }

    /// The longest time that a search may take by this control, if there is one.
    pub(super) fn longest(self, clock: Duration) -> Option<Duration> {
        match self {
            Self::Clock { .. } => Some(clock),
            Self::MoveTime(time) => Some(time),
            Self::Depth(_) | Self::Nodes(_) => None,
        }
    }
}

/// The words of `go` for a player, whose rivals may play under other controls.
pub(super) fn go_command(own: TimeControl, seats: &[(TimeControl, Duration)]) -> String {
    match own {
        TimeControl::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        TimeControl::Depth(depth) => format!("go depth {depth}"),
        TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
        TimeControl::Clock { .. } => {
            // Two players are White and Black to any UCI engine.
            let names = if seats.len() == 2 { ["w", "b", ""] } else { ["p1", "p2", "p3"] };
            let clocks = seats.iter().zip(names).filter_map(|(&(control, clock), name)| {
                let TimeControl::Clock { increment, .. } = control else { return None };
                let (time, increment) = (clock.as_millis(), increment.as_millis());
                Some(format!(" {name}time {time} {name}inc {increment}"))
            });
            format!("go{}", clocks.collect::<String>())
        }
    }
}

/// `clock=BASE+INCREMENT` and `movetime=TIME` in milliseconds, `depth=PLIES`,
/// `nodes=NODES`.
impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || {
            format!(
                "expected clock=MS+MS, movetime=MS, depth=PLIES or nodes=N, 1 or more, found '{text}'"
            )
        };
        let (kind, amount) = text.split_once('=').ok_or_else(refused)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| refused());
        let positive =
            |text: &str| number(text).and_then(|n| if n > 0 { Ok(n) } else { Err(refused()) });
        Ok(match kind {
            "clock" => {
                let (base, increment) = amount.split_once('+').unwrap_or((amount, "0"));
                Self::Clock {
                    base: Duration::from_millis(positive(base)?),
                    increment: Duration::from_millis(number(increment)?),
                }
            }
            "movetime" => Self::MoveTime(Duration::from_millis(positive(amount)?)),
            "depth" => Self::Depth(u32::try_from(positive(amount)?).map_err(|_| refused())?),
            "nodes" => Self::Nodes(positive(amount)?),
            _ => return Err(refused()),
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock { base, increment } => {
                write!(f, "clock={}+{}", base.as_millis(), increment.as_millis())
            }
            Self::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for text in ["clock=1000+10", "clock=500+0", "movetime=20", "depth=4", "nodes=5000"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "depth", "depth=0", "depth=x", "nodes=-1", "clock=+5", "time=3"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_loses_what_was_spent_and_gains_the_increment() {
        let ms = Duration::from_millis;
        let control: TimeControl = "clock=100+7".parse().unwrap();
        assert_eq!(control.after_move(ms(100), ms(60), ms(0)), Some(ms(47)));
        assert_eq!(control.after_move(ms(100), ms(101), ms(0)), None);
        assert_eq!(control.after_move(ms(100), ms(105), ms(5)), Some(ms(7)));
        let control: TimeControl = "movetime=20".parse().unwrap();
        assert_eq!(control.after_move(ms(0), ms(21), ms(0)), None);
        assert_eq!(control.after_move(ms(0), ms(21), ms(1)), Some(ms(0)));
    }

    #[test]
    fn a_player_is_told_his_limit_and_all_clocks() {
        let clock: TimeControl = "clock=100+7".parse().unwrap();
        let nodes: TimeControl = "nodes=9".parse().unwrap();
        let seat = |control: TimeControl| (control, control.initial_clock());
        assert_eq!(
            go_command(clock, &[seat(clock), seat(clock)]),
            "go wtime 100 winc 7 btime 100 binc 7"
        );
        assert_eq!(go_command(clock, &[seat(nodes), seat(clock)]), "go btime 100 binc 7");
        assert_eq!(go_command(nodes, &[seat(nodes), seat(clock)]), "go nodes 9");
        assert_eq!(
            go_command(clock, &[seat(clock), seat(nodes), seat(clock)]),
            "go p1time 100 p1inc 7 p3time 100 p3inc 7"
        );
    }
}
