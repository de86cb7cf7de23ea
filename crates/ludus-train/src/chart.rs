//! The chart of a run: best, mean and worst fitness by generation, as SVG.

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use thiserror::Error;

use crate::plan::Plan;
use crate::state::LogRow;

/// Width and height in pixels.
const SIZE: (u32, u32) = (900, 480);
/// The space around the chart, and the space for the labels of its axes, in pixels.
const MARGIN: u32 = 16;
const X_LABELS: u32 = 36;
const Y_LABELS: u32 = 64;
/// The font size of the title, in pixels.
const TITLE: u32 = 20;
/// The chart is this much higher than the best fitness, as a factor.
const HEADROOM: f64 = 1.05;

const BEST: RGBColor = RGBColor(24, 120, 60);
const MEAN: RGBColor = RGBColor(40, 90, 200);
const WORST: RGBColor = RGBColor(190, 60, 50);

/// A chart that cannot be drawn.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct ChartError(#[from] DrawingAreaErrorKind<std::io::Error>);

/// The chart as the text of an SVG file. It depends only on the plan and the rows.
pub(crate) fn chart(plan: &Plan, rows: &[LogRow]) -> Result<String, ChartError> {
    let mut text = String::new();
    draw(plan, rows, &mut text)?;
    Ok(text)
}

/// The least and the greatest fitness. A chart needs an extent even if all values are equal.
fn extent(rows: &[LogRow]) -> (f64, f64) {
    let least = rows.iter().map(|row| row.worst).fold(f64::INFINITY, f64::min);
    let greatest = rows.iter().map(|row| row.best).fold(f64::NEG_INFINITY, f64::max);
    match least.is_finite() && greatest.is_finite() && least < greatest {
        true => (least, greatest),
        false => (0.0, greatest.max(1.0)),
    }
}

fn draw(plan: &Plan, rows: &[LogRow], text: &mut String) -> Result<(), ChartError> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (least, greatest) = extent(rows);
    let optimizer = plan.search.optimizer.name();
    let title = format!("{} {}: {optimizer}, seed {}", plan.game, plan.mode, plan.seed);
    let generations = rows.len().max(2) as f64;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", TITLE))
        .margin(MARGIN)
        .x_label_area_size(X_LABELS)
        .y_label_area_size(Y_LABELS)
        .build_cartesian_2d(1.0..generations, least.min(0.0)..greatest * HEADROOM)?;
    chart
        .configure_mesh()
        .x_desc("generation")
        .y_desc("fitness")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .draw()?;
    type Pick = fn(&LogRow) -> f64;
    let lines: [(&str, RGBColor, Pick); 3] = [
        ("best", BEST, |row| row.best),
        ("mean", MEAN, |row| row.mean),
        ("worst", WORST, |row| row.worst),
    ];
    for (name, color, value) in lines {
        let points = rows.iter().enumerate().map(|(i, row)| (i as f64 + 1.0, value(row)));
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}
