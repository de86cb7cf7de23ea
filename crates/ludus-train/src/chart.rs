//! The chart of a run: best, mean and worst fitness by generation, as SVG.

use plotters::prelude::*;

use crate::plan::Plan;
use crate::run::Row;

const SIZE: (u32, u32) = (900, 480);
const BEST: RGBColor = RGBColor(24, 120, 60);
const MEAN: RGBColor = RGBColor(40, 90, 200);
const WORST: RGBColor = RGBColor(190, 60, 50);

/// The chart as the text of an SVG file. It depends on the rows alone.
pub(crate) fn chart(plan: &Plan, rows: &[Row]) -> Result<String, String> {
    let mut text = String::new();
    draw(plan, rows, &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

fn draw(plan: &Plan, rows: &[Row], text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for row in rows {
        least = least.min(row.worst);
        most = most.max(row.best);
    }
    // A chart needs an extent even where nothing has changed yet.
    if !(least.is_finite() && most.is_finite() && least < most) {
        (least, most) = (0.0, most.max(1.0));
    }
    let title =
        format!("{} {}: {}, seed {}", plan.game, plan.mode, plan.optimizer.name(), plan.seed);
    let generations = rows.len().max(2) as f64;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(1.0..generations, least.min(0.0)..most * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("generation")
        .y_desc("fitness")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .draw()?;
    type Pick = fn(&Row) -> f64;
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
