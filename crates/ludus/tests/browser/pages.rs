//! Every page, on a telephone and on a wide screen, light and dark.

use serde_json::json;

use crate::driver::{Browser, named};
use crate::rooms::sit;
use crate::server::Server;

/// What is wrong with how a page is laid out.
const FAULTS: &str = "
    const faults = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) {
      const far = (one) => one.getBoundingClientRect().right > innerWidth && !one.closest('.scroll');
      const which = [...document.querySelectorAll('main *')].filter(far).map((one) => `${one.tagName} ${one.className}`);
      faults.push(`${wide} pixels too wide: ${which.slice(0, 5).join(', ')}`);
    }
    const heads = [...document.querySelectorAll('main h1')].filter((one) => one.checkVisibility());
    if (heads.length !== 1 || !heads[0].innerText.trim()) faults.push(`${heads.length} headings`);
    for (const one of document.querySelectorAll('button, a, input, select, textarea, [role=img]')) {
      if (!one.checkVisibility()) continue;
      const label = one.closest('label')?.innerText ?? '';
      const name = one.getAttribute('aria-label') || one.innerText || one.title || label;
      if (!String(name).trim()) faults.push(`without a name: ${one.outerHTML.slice(0, 120)}`);
    }
    return faults";

/// The lightness of the page's background, from 0 to 255.
const LIGHTNESS: &str = "
    const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
    return (r + g + b) / 3";

/// Looks at a page in every size and colour.
pub(crate) fn look(page: &Browser, url: &str, heading: &str) {
    for (width, height) in [(360, 740), (1600, 1000)] {
        for (scheme, lights) in [("light", 128.0..256.0), ("dark", 0.0..128.0)] {
            page.size(width, height);
            page.prefer(scheme);
            page.go(url);
            page.shows("main h1", heading);
            page.wait("the page is complete", || page.text(".loading").is_none().then_some(()));
            // What lives has no position at first.
            page.insist(&format!("{url} fits, {width} wide, {scheme}"), || {
                let faults = page.run(FAULTS, json!([]));
                if faults == json!([]) { Ok(()) } else { Err(faults.to_string()) }
            });
            let lightness = page.run(LIGHTNESS, json!([])).as_f64().unwrap();
            assert!(lights.contains(&lightness), "{url} {scheme}: {lightness}");
        }
    }
}

#[test]
fn every_page_fits_light_and_dark_narrow_and_wide() {
    let server = Server::start();
    let page = Browser::open(&server.url("/"));
    // All that the links at the top lead to.
    let links = page.run(
        "return [...document.querySelectorAll('nav a')].map((one) => [one.pathname, one.innerText])",
        json!([]),
    );
    let links: Vec<(String, String)> = serde_json::from_value(links).unwrap();
    assert!(links.len() >= 2, "{links:?}");
    for (path, heading) in &links {
        look(&page, &server.url(path), heading);
        page.is_content();
    }
    look(&page, &server.url("/nothing/here"), "Page not found");
}

#[test]
fn rooms_fit_light_and_dark_narrow_and_wide() {
    let server = Server::start();
    let page = Browser::open(&server.url("/"));
    // As wide as a name can be.
    let name = "W".repeat(24);
    for game in ["tetris", "chess", "snake"] {
        page.go(&server.url("/"));
        sit(&page, game, &name);
        let url = page.value(&named("link")).unwrap();
        look(&page, &url, "Room");
        // The rooms of the first page play on, and can be looked at.
        page.go(&server.url("/"));
        page.click(&format!("{} a", named(&format!("screen-{game}"))));
        page.shows(&named("phase"), "");
        look(&page, &page.address(), "Live");
        page.is_content();
    }
}

#[test]
fn the_colours_that_were_chosen_are_remembered() {
    let server = Server::start();
    let page = Browser::open(&server.url("/replays"));
    page.prefer("light");
    page.shows("main h1", "Replays");
    page.click("#theme");
    let lightness = || page.run(LIGHTNESS, json!([])).as_f64().unwrap();
    page.wait("it is dark", || (lightness() < 128.0).then_some(()));
    page.go(&server.url("/"));
    page.shows("main h1", "Arena");
    page.wait("it is dark again", || (lightness() < 128.0).then_some(()));
    page.is_content();
}
