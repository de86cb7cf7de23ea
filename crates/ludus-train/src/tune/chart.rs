//! The chart of a tuning run: for each parameter its values by games with the interval around them, as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::interval::{interval, last_half};
use super::parameter::TunedParameter;
use super::plan::TunePlan;
use super::state::TuneRow;
use crate::chart::ChartError;

/// Width and height of a parameter's part of the chart, in pixels.
const PANEL: (u32, u32) = (420, 220);
/// How many parameters stand side by side.
const COLUMNS: usize = 2;
/// The height of the title with the legend below it, and their font sizes, in pixels.
const TITLE: (u32, u32) = (60, 18);
const LEGEND_SIZE: u32 = 12;
/// What the lines are.
const LEGEND: &str =
    "blue: the centre; green: the mean of its last half with a 95 % interval; grey: the start";
/// The font size of a parameter's name, in pixels.
const NAME: u32 = 14;
/// The space around a panel, and the space for the labels of its axes, in pixels.
const MARGIN: u32 = 8;
const X_LABELS: u32 = 24;
const Y_LABELS: u32 = 56;
/// The space to the right, in pixels: half of the last label.
const RIGHT: u32 = 24;
/// How many points a curve has at most. More cannot be seen.
const MAX_POINTS: usize = 300;
/// How many points an interval has at most: each is computed from all rows before it.
const MAX_BAND_POINTS: usize = 60;

const VALUE: RGBColor = RGBColor(40, 90, 200);
const MEAN: RGBColor = RGBColor(24, 120, 60);
const START: RGBColor = RGBColor(150, 150, 150);

/// The chart as the text of an SVG file. It depends only on the plan and the rows.
pub(super) fn chart(plan: &TunePlan, rows: &[TuneRow]) -> Result<String, ChartError> {
    let mut text = String::new();
    draw(plan, rows, &mut text)?;
    Ok(text)
}

fn draw(plan: &TunePlan, rows: &[TuneRow], text: &mut String) -> Result<(), ChartError> {
    let lines = plan.parameters.len().div_ceil(COLUMNS);
    let columns = plan.parameters.len().min(COLUMNS);
    let size = (PANEL.0 * columns as u32, TITLE.0 + PANEL.1 * lines as u32);
    let area = SVGBackend::with_string(text, size).into_drawing_area();
    area.fill(&WHITE)?;
    let (game, optimizer, seed) = (&plan.game, plan.optimizer.name(), plan.seed);
    let title = format!("{game} {}: {optimizer}, seed {seed}", plan.bot.name());
    let area = area.titled(&title, ("sans-serif", TITLE.1))?;
    let area = area.titled(LEGEND, ("sans-serif", LEGEND_SIZE))?;
    let panels = area.split_evenly((lines, columns));
    for ((place, parameter), panel) in plan.parameters.iter().enumerate().zip(&panels) {
        draw_parameter(panel, parameter, place, rows)?;
    }
    area.present()?;
    Ok(())
}

/// Draws one parameter: its start, its values, the mean of the last half of the values at each point, and the interval of
/// that mean.
fn draw_parameter(
    panel: &DrawingArea<SVGBackend<'_>, Shift>,
    parameter: &TunedParameter,
    place: usize,
    rows: &[TuneRow],
) -> Result<(), ChartError> {
    let games = rows.last().map_or(1, |row| row.games).max(1) as f64;
    let mut chart = ChartBuilder::on(panel)
        .caption(&parameter.name, ("sans-serif", NAME))
        .margin(MARGIN)
        .margin_right(RIGHT)
        .x_label_area_size(X_LABELS)
        .y_label_area_size(Y_LABELS)
        .build_cartesian_2d(0.0..games, parameter.min..parameter.max)?;
    chart
        .configure_mesh()
        .x_labels(5)
        .y_labels(5)
        .max_light_lines(1)
        .x_label_formatter(&|games| format!("{games:.0}"))
        .draw()?;
    let start = [(0.0, parameter.start), (games, parameter.start)];
    chart.draw_series(LineSeries::new(start, START))?;
    let band: Vec<(f64, f64, f64, f64)> = picked(rows.len(), MAX_BAND_POINTS)
        .filter_map(|end| {
            let (low, high) = interval(&rows[..end], place)?;
            let half = last_half(&rows[..end]);
            let mean = half.iter().map(|row| row.values[place]).sum::<f64>() / half.len() as f64;
            let inside = |value: f64| value.clamp(parameter.min, parameter.max);
            Some((rows[end - 1].games as f64, inside(low), mean, inside(high)))
        })
        .collect();
    let upper = band.iter().map(|(games, _, _, high)| (*games, *high));
    let lower = band.iter().rev().map(|(games, low, _, _)| (*games, *low));
    chart.draw_series([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), MEAN.mix(0.2))])?;
    let values = picked(rows.len(), MAX_POINTS)
        .map(|end| (rows[end - 1].games as f64, rows[end - 1].values[place]));
    let values = std::iter::once((0.0, parameter.start)).chain(values);
    chart.draw_series(LineSeries::new(values, VALUE))?;
    let means = band.iter().map(|(games, _, mean, _)| (*games, *mean));
    chart.draw_series(LineSeries::new(means, MEAN.stroke_width(2)))?;
    Ok(())
}

/// At most `most` numbers from 1 to `count`, evenly spread, with the last one.
fn picked(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let points = count.min(most);
    (1..=points).map(move |point| point * count / points)
}
