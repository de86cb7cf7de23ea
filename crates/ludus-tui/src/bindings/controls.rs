//! The keys of people who play, built from what the game says about its controls.

use crossterm::event::KeyCode::{self, Char, Down, Enter, Left, Right, Tab, Up};
use ludus_core::{ControlKey, Controls, Pointing};

use super::codes::{KeyCluster, key_code, key_name};
use super::{Binding, KeyboardUser, UiCommand, also, bind, keys};

/// The keys of a game that is played by one person or two at this keyboard. `clocked` games do not wait for people.
pub(super) fn of_controls(controls: &Controls, two: bool, clocked: bool) -> Vec<Binding> {
    match controls {
        Controls::Cells { pointing, .. } => [pointing_keys(*pointing), entering(clocked)].concat(),
        Controls::Text => [entering(clocked), keys::text_cursor()].concat(),
        Controls::Directions => {
            let mut list = if two { steering_for_two() } else { steering() };
            if clocked {
                list.push(keys::pause());
                list.extend(keys::speeds());
            }
            list
        }
        Controls::Keys { keys } => {
            let mut list = if two { shared(keys) } else { alone(keys) };
            list.push(bind(&[Char('p')], "p", "pause", UiCommand::Pause).rank(2));
            list
        }
    }
}

/// What the keys of a person who shares the keyboard are called, in a word.
pub(crate) fn shared_keys(controls: &Controls, user: KeyboardUser) -> Option<String> {
    let code = match controls {
        Controls::Cells { .. } | Controls::Text => return None,
        Controls::Directions => user.directions()[0].0,
        Controls::Keys { keys } => {
            keys.iter().find_map(|key| key_code(key.shared[user.index()]))?
        }
    };
    Some(match KeyCluster::of(code) {
        Some(KeyCluster::Wasd) => "w a s d".to_owned(),
        Some(cluster) => cluster.name().to_owned(),
        None => key_name(code).into_owned(),
    })
}

fn pointing_keys(pointing: Pointing) -> Vec<Binding> {
    let mut list = match pointing {
        Pointing::Column => vec![
            bind(&[Left], "←/→", "cursor", UiCommand::Left).rank(4),
            also(&[Right], UiCommand::Right),
        ],
        Pointing::Cell | Pointing::FromTo => vec![
            bind(&[Up], "arrows", "cursor", UiCommand::Up).rank(4),
            also(&[Down], UiCommand::Down),
            also(&[Left], UiCommand::Left),
            also(&[Right], UiCommand::Right),
        ],
    };
    let (label, short) = match pointing {
        Pointing::Cell => ("play cell", "cell"),
        Pointing::Column => ("play column", "column"),
        Pointing::FromTo => ("choose square", "square"),
    };
    list.push(bind(&[Char(' ')], "space", label, UiCommand::Point).short(short).rank(3));
    list
}

/// The keys of a person who types actions: letters are text, so only other keys are commands.
fn entering(clocked: bool) -> Vec<Binding> {
    let enter = bind(&[Enter], "enter", "play typed move", UiCommand::Accept).short("play").rank(3);
    let hint = bind(&[Tab], "tab", "hint", UiCommand::Hint).rank(5);
    let undo = keys::control(&[Char('z')], "ctrl-z", "undo", UiCommand::Undo).rank(5);
    // Turns that come by the clock cannot be taken back.
    let undo = (!clocked).then_some(undo);
    [enter, hint].into_iter().chain(undo).chain(keys::editing()).collect()
}

fn steering() -> Vec<Binding> {
    let [first, second] = [KeyboardUser::First, KeyboardUser::Second].map(KeyboardUser::directions);
    let keys = first.into_iter().zip(second);
    let list = keys.map(|((arrow, action), (letter, _))| {
        also(&[arrow, letter], UiCommand::Act(KeyboardUser::First, action))
    });
    named(list.collect(), "arrows", "steer", "steer")
}

fn steering_for_two() -> Vec<Binding> {
    let of_user = |user: KeyboardUser| {
        let keys = user.directions().into_iter();
        let list = keys.map(|(code, action)| also(&[code], UiCommand::Act(user, action))).collect();
        let cluster =
            if user == KeyboardUser::First { KeyCluster::Arrows } else { KeyCluster::Wasd };
        named(list, cluster.name(), &format!("{} player", user.word()), user.word())
    };
    [KeyboardUser::First, KeyboardUser::Second].into_iter().flat_map(of_user).collect()
}

/// A group of keys under one name: the first one of them has it.
fn named(mut list: Vec<Binding>, name: &str, label: &str, short: &str) -> Vec<Binding> {
    if let Some(first) = list.first_mut() {
        first.name = name.to_owned().into();
        first.label = label.to_owned().into();
        first.short = short.to_owned().into();
        first.rank = 2;
    }
    list
}

/// How soon a key of a game is left out of a help line that is too long: games list the important ones first.
fn rank(place: usize) -> u8 {
    u8::try_from(place / 2).unwrap_or(u8::MAX).saturating_add(2)
}

/// The keys of a person who plays alone.
fn alone(keys: &[ControlKey]) -> Vec<Binding> {
    let codes = |key: &ControlKey| -> Vec<KeyCode> {
        key.keys.iter().filter_map(|name| key_code(name)).collect()
    };
    let mut list: Vec<Binding> = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        let codes = codes(key);
        let Some(&shown) = codes.first() else { continue };
        let command = UiCommand::Act(KeyboardUser::First, key.action);
        let binding = bind(&codes, key_name(shown), key.label, command).short(key.short);
        let opposite = list.last_mut().filter(|last| are_opposite(last.keys[0], shown));
        match opposite {
            Some(last) => {
                last.name = format!("{}/{}", last.name, key_name(shown)).into();
                last.label = both(&last.label, key.label).into();
                last.short = last.label.clone();
                list.push(also(&codes, command));
            }
            None => list.push(binding.rank(rank(place))),
        }
    }
    list
}

/// Whether two arrow keys point away from each other: help lists them together.
const fn are_opposite(one: KeyCode, other: KeyCode) -> bool {
    matches!((one, other), (Left, Right) | (Right, Left) | (Up, Down) | (Down, Up))
}

/// What two labels have in common at their beginning, "move left" and "move right"; else both of them.
fn both(one: &str, other: &str) -> String {
    let words = one.split(' ').zip(other.split(' ')).take_while(|(one, other)| one == other);
    let common: Vec<&str> = words.map(|(word, _)| word).collect();
    if common.is_empty() { format!("{one}/{other}") } else { common.join(" ") }
}

/// The keys of two people at one keyboard. Keys that lie together are listed together.
fn shared(keys: &[ControlKey]) -> Vec<Binding> {
    let of_user = |user: KeyboardUser| {
        let code = |key: &ControlKey| key_code(key.shared[user.index()]);
        let coded = keys.iter().enumerate().filter_map(|(n, key)| Some((n, key, code(key)?)));
        let (cluster, single): (Vec<_>, Vec<_>) =
            coded.partition(|(_, _, code)| KeyCluster::of(*code).is_some());
        let together: Vec<&str> = cluster.iter().map(|(_, key, _)| key.short).collect();
        let label = format!("{}: {}", user.word(), together.join(", "));
        let name = cluster
            .first()
            .and_then(|(_, _, code)| KeyCluster::of(*code))
            .map_or("", KeyCluster::name);
        let act = |key: &ControlKey| UiCommand::Act(user, key.action);
        let cluster = cluster.into_iter().map(|(_, key, code)| also(&[code], act(key))).collect();
        let single = single.into_iter().map(|(n, key, code)| {
            let label = format!("{}: {}", user.word(), key.label);
            bind(&[code], key_name(code), label, act(key)).short(key.short).rank(rank(n))
        });
        let single: Vec<Binding> = single.collect();
        named(cluster, name, &label, user.word()).into_iter().chain(single).collect::<Vec<_>>()
    };
    [KeyboardUser::First, KeyboardUser::Second].into_iter().flat_map(of_user).collect()
}

impl KeyboardUser {
    /// The keys that steer up, down, left and right, and these actions.
    const fn directions(self) -> [(KeyCode, &'static str); 4] {
        match self {
            Self::First => [(Up, "up"), (Down, "down"), (Left, "left"), (Right, "right")],
            Self::Second => {
                [(Char('w'), "up"), (Char('s'), "down"), (Char('a'), "left"), (Char('d'), "right")]
            }
        }
    }

    /// Its place in [`ControlKey::shared`].
    const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}
