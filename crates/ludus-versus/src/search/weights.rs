//! What is worth how much: the weights of the search.

use ludus_core::{Gene, WeightsError, WeightsFile};

/// How many weights there are.
pub const COUNT: usize = Weight::ALL.len();

/// A weight by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Weight {
    /// A row of the highest column.
    Height,
    /// A row of it above row 10.
    TopHalf,
    /// A row of it above row 15.
    TopQuarter,
    /// A step between two columns beside the well, by height.
    Bumpiness,
    /// The same, by height squared.
    BumpinessSquared,
    /// A change between empty and filled in a row.
    RowTransitions,
    /// A covered cell that cannot be slid into.
    Cavity,
    /// A covered cell that can be slid into.
    Overhang,
    /// A filled cell above the highest covered one of a column.
    Cover,
    /// A row of the well that only needs its cell in the well.
    WellDepth,
    /// The well is in a column at the wall.
    WellAtWall,
    /// The well is in a column next to one at the wall.
    WellNextToWall,
    /// A T-slot that clears nothing.
    SlotEmpty,
    /// A T-slot that clears a line.
    SlotSingle,
    /// A T-slot that clears two lines.
    SlotDouble,
    /// The last clear was hard.
    BackToBack,
    /// A directly preceding clear.
    Combo,
    /// T is held.
    HoldT,
    /// I is held.
    HoldI,
    /// A row of garbage that is on its way.
    Pending,
    /// A row of garbage that rises.
    Risen,
    /// A row of attack.
    Attack,
    /// A clear of one line without a spin.
    Single,
    /// A clear of two lines without a spin.
    Double,
    /// A clear of three lines without a spin.
    Triple,
    /// A clear of four lines.
    Tetris,
    /// A full spin that clears a line.
    SpinSingle,
    /// A full spin that clears two lines.
    SpinDouble,
    /// A full spin that clears three lines.
    SpinTriple,
    /// A mini spin that clears lines.
    Mini,
    /// A clear that empties the board.
    PerfectClear,
    /// A hard clear that ends without back-to-back: an easy clear after a hard one.
    LostBackToBack,
    /// A T placed without a full spin that clears lines.
    WastedT,
    /// The attack per piece of a perfect clear, by its chance and the placements up to it, from which it is played for.
    PerfectPace,
    /// A row by which the opponent's largest attack would lift the stack above row 16, squared.
    Danger,
    /// An attack that the opponent cannot survive.
    Kill,
}

impl Weight {
    /// All weights, in the order of genomes.
    pub const ALL: [Self; 36] = [
        Self::Height,
        Self::TopHalf,
        Self::TopQuarter,
        Self::Bumpiness,
        Self::BumpinessSquared,
        Self::RowTransitions,
        Self::Cavity,
        Self::Overhang,
        Self::Cover,
        Self::WellDepth,
        Self::WellAtWall,
        Self::WellNextToWall,
        Self::SlotEmpty,
        Self::SlotSingle,
        Self::SlotDouble,
        Self::BackToBack,
        Self::Combo,
        Self::HoldT,
        Self::HoldI,
        Self::Pending,
        Self::Risen,
        Self::Attack,
        Self::Single,
        Self::Double,
        Self::Triple,
        Self::Tetris,
        Self::SpinSingle,
        Self::SpinDouble,
        Self::SpinTriple,
        Self::Mini,
        Self::PerfectClear,
        Self::LostBackToBack,
        Self::WastedT,
        Self::PerfectPace,
        Self::Danger,
        Self::Kill,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Height => "height",
            Self::TopHalf => "top_half",
            Self::TopQuarter => "top_quarter",
            Self::Bumpiness => "bumpiness",
            Self::BumpinessSquared => "bumpiness_squared",
            Self::RowTransitions => "row_transitions",
            Self::Cavity => "cavity",
            Self::Overhang => "overhang",
            Self::Cover => "cover",
            Self::WellDepth => "well_depth",
            Self::WellAtWall => "well_at_wall",
            Self::WellNextToWall => "well_next_to_wall",
            Self::SlotEmpty => "slot_empty",
            Self::SlotSingle => "slot_single",
            Self::SlotDouble => "slot_double",
            Self::BackToBack => "back_to_back",
            Self::Combo => "combo",
            Self::HoldT => "hold_t",
            Self::HoldI => "hold_i",
            Self::Pending => "pending",
            Self::Risen => "risen",
            Self::Attack => "attack",
            Self::Single => "single",
            Self::Double => "double",
            Self::Triple => "triple",
            Self::Tetris => "tetris",
            Self::SpinSingle => "spin_single",
            Self::SpinDouble => "spin_double",
            Self::SpinTriple => "spin_triple",
            Self::Mini => "mini",
            Self::PerfectClear => "perfect_clear",
            Self::LostBackToBack => "lost_back_to_back",
            Self::WastedT => "wasted_t",
            Self::PerfectPace => "perfect_pace",
            Self::Danger => "danger",
            Self::Kill => "kill",
        }
    }

    /// The greatest magnitude that training tries. Training moves every weight by the same share of its bounds, so they are
    /// about six times a change that matters.
    const fn most(self) -> f64 {
        match self {
            Self::PerfectPace => 2.0,
            Self::BumpinessSquared => 12.0,
            Self::Danger => 20.0,
            Self::Cover => 40.0,
            Self::Bumpiness | Self::RowTransitions => 60.0,
            Self::Height
            | Self::TopHalf
            | Self::WellDepth
            | Self::WellAtWall
            | Self::WellNextToWall
            | Self::Combo
            | Self::Pending
            | Self::Risen => 80.0,
            Self::Overhang | Self::SlotEmpty | Self::HoldT | Self::HoldI => 100.0,
            Self::TopQuarter => 200.0,
            Self::SlotSingle
            | Self::BackToBack
            | Self::Attack
            | Self::Single
            | Self::SpinSingle
            | Self::SpinDouble
            | Self::Mini
            | Self::LostBackToBack
            | Self::WastedT => 240.0,
            Self::Cavity | Self::SlotDouble | Self::Double | Self::Tetris | Self::SpinTriple => {
                300.0
            }
            Self::Triple => 400.0,
            Self::PerfectClear | Self::Kill => 900.0,
        }
    }
}

/// The weights as genes of a genome.
pub const GENES: [Gene; COUNT] = {
    let mut genes = [Gene::new("", 0.0, 0.0); COUNT];
    let mut i = 0;
    while i < COUNT {
        let (name, most) = (Weight::ALL[i].name(), Weight::ALL[i].most());
        genes[i] = Gene::new(name, -most, most);
        i += 1;
    }
    genes
};

/// What is worth how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VersusWeights([f32; COUNT]);

impl VersusWeights {
    /// The weights of a genome.
    #[must_use]
    pub fn from_genome(genome: &[f64]) -> Self {
        let mut weights = [0.0; COUNT];
        for (weight, gene) in weights.iter_mut().zip(genome) {
            *weight = *gene as f32;
        }
        Self(weights)
    }

    /// The weights in the text of a weights file.
    ///
    /// # Errors
    /// If the text is not a file of these weights.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        WeightsFile::parse(text)?.weights(&GENES).map(|genome| Self::from_genome(&genome))
    }

    /// The weights as a genome.
    #[must_use]
    pub fn genome(&self) -> Vec<f64> {
        self.0.iter().map(|weight| f64::from(*weight)).collect()
    }

    /// One weight.
    #[must_use]
    #[inline]
    pub const fn of(&self, weight: Weight) -> f32 {
        self.0[weight as usize]
    }
}
