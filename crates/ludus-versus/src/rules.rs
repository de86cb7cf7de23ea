//! The settings of the rules.

use ludus_core::RulesError;
use ludus_tetris::rules::SuddenDeath;
use serde::{Deserialize, Serialize};

use crate::attack::{AttackTable, ComboTable, MOST_ROWS};
use crate::kicks::{KickTable, TurnRules};
use crate::movegen::MoveRules;
use crate::start::VersusStart;

/// The most previews.
const MOST_PREVIEWS: u8 = 14;

/// The settings of the rules. A key that is null has the value of the preset.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VersusRules {
    /// Which game the attacks are those of.
    pub preset: AttackPreset,
    /// How many of the next pieces are known, 1 to 14.
    pub previews: u8,
    /// Whether all seats get the same pieces.
    pub same_pieces: bool,
    /// Whether a seat is out whose piece locks wholly above row 19.
    pub lock_out: bool,
    /// Which kicks turns have.
    pub kicks: KickTable,
    /// Whether pieces can turn by 180° at once.
    pub half_turns: bool,
    /// Whether a turn of any piece but O into a place where it cannot move is a full spin.
    pub all_spin: Option<bool>,
    /// How many rows clears send.
    pub attack: AttackRules,
    /// How garbage rises.
    pub garbage: GarbageRules,
    /// The board and the pieces that every seat begins with.
    pub start: VersusStart,
    /// After how many pieces per seat the match ends. `None` and 0 mean no limit.
    pub max_pieces: Option<u32>,
    /// Garbage that ends matches which last too long. Its rows rise at once and cannot be cancelled.
    pub sudden_death: SuddenDeath,
}

impl Default for VersusRules {
    fn default() -> Self {
        Self {
            preset: AttackPreset::Ppt,
            previews: 5,
            same_pieces: true,
            lock_out: false,
            kicks: KickTable::Srs,
            half_turns: false,
            all_spin: None,
            attack: AttackRules::default(),
            garbage: GarbageRules::default(),
            start: VersusStart::default(),
            max_pieces: None,
            sudden_death: SuddenDeath::default(),
        }
    }
}

/// A game whose attacks are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttackPreset {
    /// Puyo Puyo Tetris.
    #[default]
    Ppt,
    /// Jstris.
    Jstris,
    /// Botris, approximately.
    Botris,
}

/// How many rows clears send. A key that is null has the value of the preset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "each field is the number of rows of the clear it is named after")]
pub struct AttackRules {
    pub single: Option<u32>,
    pub double: Option<u32>,
    pub triple: Option<u32>,
    pub tetris: Option<u32>,
    pub mini_single: Option<u32>,
    pub mini_double: Option<u32>,
    pub mini_triple: Option<u32>,
    pub spin_single: Option<u32>,
    pub spin_double: Option<u32>,
    pub spin_triple: Option<u32>,
    pub back_to_back: Option<u32>,
    pub combo: Option<ComboTable>,
    pub perfect_clear: Option<u32>,
}

/// How garbage rises.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GarbageRules {
    /// How many placements of the receiver an attack waits, 1 or more.
    pub delay: u32,
    /// Whether nothing rises in a turn in which the receiver clears lines.
    pub blocking: bool,
    /// How likely the hole changes from row to row of one attack, 0 to 1; null is the preset's.
    pub messiness: Option<f64>,
    /// How many rows rise in one turn at the most; null is without a limit.
    pub cap: Option<u32>,
}

impl Default for GarbageRules {
    fn default() -> Self {
        Self { delay: 1, blocking: false, messiness: None, cap: None }
    }
}

/// The rules of a match, checked, with the values of the preset filled in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchRules {
    /// Which moves there are.
    pub moves: MoveRules,
    /// How many rows clears send.
    pub attack: AttackTable,
    /// How many placements of the receiver an attack waits.
    pub delay: u32,
    /// Whether clears hold garbage back.
    pub blocking: bool,
    /// How likely the hole changes from row to row of one attack.
    pub messiness: f64,
    /// How many rows rise in one turn at the most.
    pub cap: Option<u32>,
    /// How many of the next pieces are known.
    pub previews: usize,
    /// Whether all seats get the same pieces.
    pub same_pieces: bool,
    /// Whether a piece wholly above row 19 ends its seat.
    pub lock_out: bool,
    /// After how many pieces per seat the match ends.
    pub max_pieces: Option<u32>,
    /// Garbage that ends long matches.
    pub sudden_death: SuddenDeath,
}

/// What a preset decides.
struct PresetValues {
    combo: ComboTable,
    all_spin: bool,
    messiness: f64,
}

impl AttackPreset {
    /// The tables of "Modern Tetris" as the makers of bots use them: combos differ, other clears do not.
    const fn values(self) -> PresetValues {
        const PPT: ComboTable = ComboTable::new(&[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5]);
        const JSTRIS: ComboTable = ComboTable::new(&[0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5]);
        const BOTRIS: ComboTable = ComboTable::new(&[0, 0, 1, 1, 1, 2, 2, 3, 3, 4]);
        match self {
            Self::Ppt => PresetValues { combo: PPT, all_spin: false, messiness: 0.3 },
            Self::Jstris => PresetValues { combo: JSTRIS, all_spin: false, messiness: 0.3 },
            Self::Botris => PresetValues { combo: BOTRIS, all_spin: true, messiness: 0.05 },
        }
    }
}

impl VersusRules {
    /// The rules of a match.
    ///
    /// # Errors
    /// If a setting has a value that is not allowed.
    pub fn resolve(&self) -> Result<MatchRules, RulesError> {
        let values = self.preset.values();
        let messiness = self.garbage.messiness.unwrap_or(values.messiness);
        within("previews", self.previews.into(), 1, MOST_PREVIEWS.into())?;
        self.start.check(self.previews)?;
        within("garbage.delay", self.garbage.delay, 1, 100)?;
        within("sudden_death.every", self.sudden_death.every, 1, u32::MAX)?;
        within("sudden_death.grow", self.sudden_death.grow, 1, u32::MAX)?;
        if let Some(cap) = self.garbage.cap {
            within("garbage.cap", cap, 1, MOST_ROWS)?;
        }
        if !(0.0..=1.0).contains(&messiness) {
            return Err(refused("garbage.messiness", messiness, "0 to 1".to_owned()));
        }
        Ok(MatchRules {
            moves: MoveRules {
                turns: TurnRules { kicks: self.kicks, half_turns: self.half_turns },
                all_spin: self.all_spin.unwrap_or(values.all_spin),
            },
            attack: self.attack.table(values.combo)?,
            delay: self.garbage.delay,
            blocking: self.garbage.blocking,
            messiness,
            cap: self.garbage.cap,
            previews: self.previews.into(),
            same_pieces: self.same_pieces,
            lock_out: self.lock_out,
            max_pieces: self.max_pieces.filter(|most| *most > 0),
            sudden_death: self.sudden_death,
        })
    }
}

impl AttackRules {
    fn table(&self, combo: ComboTable) -> Result<AttackTable, RulesError> {
        let rows = |key, given: Option<u32>, usual: u32| {
            let rows = given.unwrap_or(usual);
            within(key, rows, 0, MOST_ROWS).map(|()| rows)
        };
        Ok(AttackTable {
            plain: [
                0,
                rows("attack.single", self.single, 0)?,
                rows("attack.double", self.double, 1)?,
                rows("attack.triple", self.triple, 2)?,
                rows("attack.tetris", self.tetris, 4)?,
            ],
            mini: [
                0,
                rows("attack.mini_single", self.mini_single, 0)?,
                rows("attack.mini_double", self.mini_double, 1)?,
                rows("attack.mini_triple", self.mini_triple, 2)?,
            ],
            full: [
                0,
                rows("attack.spin_single", self.spin_single, 2)?,
                rows("attack.spin_double", self.spin_double, 4)?,
                rows("attack.spin_triple", self.spin_triple, 6)?,
            ],
            back_to_back: rows("attack.back_to_back", self.back_to_back, 1)?,
            combo: self.combo.unwrap_or(combo),
            perfect_clear: rows("attack.perfect_clear", self.perfect_clear, 10)?,
        })
    }
}

pub(crate) fn within(key: &'static str, given: u32, low: u32, high: u32) -> Result<(), RulesError> {
    let allowed = || match high {
        u32::MAX => format!("{low} or more"),
        _ => format!("{low} to {high}"),
    };
    if (low..=high).contains(&given) { Ok(()) } else { Err(refused(key, given, allowed())) }
}

fn refused(key: &'static str, given: impl ToString, allowed: String) -> RulesError {
    RulesError::Value { key, given: given.to_string(), allowed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::keys::{leaves, to_tree, with_pairs};

    fn resolved(pairs: &str) -> Result<MatchRules, RulesError> {
        with_pairs(&VersusRules::default(), pairs).unwrap().resolve()
    }

    #[test]
    fn every_key_is_in_the_serialised_default() {
        let tree = to_tree(&VersusRules::default());
        let keys: Vec<_> = leaves(&tree).into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys.len(), 30);
        assert!(keys.contains(&"attack.combo".to_owned()));
    }

    #[test]
    fn single_keys_change_a_preset() {
        let rules = resolved("preset=botris,attack.combo=0 1 2,attack.tetris=5").unwrap();
        assert_eq!(rules.attack.plain, [0, 0, 1, 2, 5]);
        assert_eq!(rules.attack.combo.to_string(), "0 1 2");
        assert!(rules.moves.all_spin);
        assert_eq!(rules.messiness, 0.05);
        assert!(!resolved("preset=botris,all_spin=false").unwrap().moves.all_spin);
        assert_eq!(resolved("garbage.messiness=1").unwrap().messiness, 1.0);
    }

    #[test]
    fn rules_that_cannot_be_played_say_what_can() {
        let error = |pairs: &str| resolved(pairs).unwrap_err().to_string();
        assert_eq!(error("previews=0"), "rule previews is 0; allowed: 1 to 14");
        assert_eq!(error("garbage.delay=0"), "rule garbage.delay is 0; allowed: 1 to 100");
        assert_eq!(error("garbage.messiness=2"), "rule garbage.messiness is 2; allowed: 0 to 1");
        assert_eq!(error("attack.tetris=99"), "rule attack.tetris is 99; allowed: 0 to 40");
        assert_eq!(
            error("sudden_death.every=0"),
            "rule sudden_death.every is 0; allowed: 1 or more"
        );
    }
}
