//! Getting into a cluster: passwords, tokens, keys, certificates; and who is not let in.

#![cfg(feature = "cluster")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/nats.rs"]
mod nats;

use std::path::PathBuf;

use common::{Ludus, refused};
use nats::Nats;

#[test]
fn wrong_credentials_are_refused_and_right_ones_come_from_the_environment() {
    let (ludus, nats) = (Ludus::new(), Nats::with(&["-js", "--user", "me", "--pass", "12345"]));
    let args = format!("cluster status --json --cluster {}", nats.url());
    let with = |password: Option<&str>| {
        let mut command = ludus.command(&args);
        if let Some(password) = password {
            command.env("LUDUS_CLUSTER_USER", "me").env("LUDUS_CLUSTER_PASSWORD", password);
        }
        command
    };
    for wrong in [None, Some("54321")] {
        let line = refused(with(wrong), 1);
        let start = format!("the cluster at {} refuses these credentials; ", nats.url());
        assert!(line.starts_with(&start), "{line}");
    }
    with(Some("12345")).assert().success();
    let mut half = ludus.command(&args);
    half.env("LUDUS_CLUSTER_USER", "me");
    assert_eq!(refused(half, 2), "cluster.user: cluster.password is not set");
}

#[test]
fn tokens_and_nkeys_open_the_door() {
    let (ludus, nats) = (Ludus::new(), Nats::with(&["-js", "--auth", "s3cret"]));
    ludus.write("ludus.toml", &format!("[cluster]\nurl = {:?}\ntoken = \"s3cret\"\n", nats.url()));
    ludus.text("cluster status");
    let shown = ludus.text("config");
    assert!(shown.contains("(secret)") && !shown.contains("s3cret"));

    // The pair of keys of the example in the documentation of NATS.
    let public = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
    ludus.write("server.conf", &format!("authorization {{ users: [ {{ nkey: {public} }} ] }}"));
    ludus.write("seed.nk", "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY\n");
    let config = ludus.folder().join("server.conf");
    let nats = Nats::with(&["-js", "-c", config.to_str().unwrap()]);
    let key = |file| format!("[cluster]\nurl = {:?}\nnkey_file = {file:?}\n", nats.url());
    ludus.write("ludus.toml", &key("seed.nk"));
    ludus.text("cluster status");
    ludus.write("ludus.toml", &key("other.nk"));
    let line = ludus.error("cluster status", 2);
    assert!(line.starts_with("cluster.nkey_file: cannot read other.nk: "), "{line}");
}

/// A certificate or key of the tests, valid until 2120.
fn certificate(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls");
    folder.join(name).to_str().unwrap().to_owned()
}

/// A server that talks encrypted only; with this in its section `tls`.
fn encrypted(ludus: &Ludus, more: &str) -> Nats {
    let (cert, key, ca) =
        (certificate("server.pem"), certificate("server.key"), certificate("ca.pem"));
    ludus.write(
        "server.conf",
        &format!("tls {{ cert_file: {cert:?}, key_file: {key:?}, ca_file: {ca:?}, {more} }}"),
    );
    Nats::with(&["-js", "-c", ludus.folder().join("server.conf").to_str().unwrap()])
}

#[test]
fn certificates_are_checked_unless_their_authority_is_known() {
    let ludus = Ludus::new();
    let nats = encrypted(&ludus, "");
    let url = nats.url().replace("nats://", "tls://");
    let line = ludus.error(&format!("cluster status --cluster {url}"), 1);
    let start = format!("no encrypted connection to the cluster at {url}: ");
    assert!(line.starts_with(&start) && line.contains("cluster.ca_file"), "{line}");
    ludus.write("ludus.toml", &format!("[cluster]\nca_file = {:?}\n", certificate("ca.pem")));
    ludus.text(&format!("cluster status --cluster {url}"));
}

#[test]
fn a_server_may_ask_for_a_certificate_of_ours() {
    let ludus = Ludus::new();
    let nats = encrypted(&ludus, "verify: true");
    let url = nats.url().replace("nats://", "tls://");
    let trust = format!("[cluster]\nca_file = {:?}\n", certificate("ca.pem"));
    ludus.write("ludus.toml", &trust);
    let line = ludus.error(&format!("cluster status --cluster {url}"), 1);
    assert!(line.contains(&url), "{line}");
    let (cert, key) = (certificate("client.pem"), certificate("client.key"));
    ludus.write("ludus.toml", &format!("{trust}cert_file = {cert:?}\nkey_file = {key:?}\n"));
    ludus.text(&format!("cluster status --cluster {url}"));
}

#[test]
fn nobody_talks_unencrypted_who_must_not() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    ludus.write("ludus.toml", "[cluster]\ntls = true\n");
    let line = ludus.error(&format!("cluster status --cluster {}", nats.url()), 1);
    assert!(line.contains(&nats.url()), "{line}");
}

#[test]
fn a_password_in_an_address_is_not_shown() {
    let ludus = Ludus::new();
    ludus.write("ludus.toml", "[cluster]\nurl = \"nats://me:s3cret@host:4222\"\n");
    for args in ["config", "config --json"] {
        let shown = ludus.text(args);
        assert!(shown.contains("nats://host:4222") && !shown.contains("s3cret"), "{shown}");
    }
}

#[test]
fn user_and_password_of_an_address_open_the_door_and_are_never_shown() {
    let (ludus, nats) = (Ludus::new(), Nats::with(&["-js", "--user", "me", "--pass", "s3cr/et"]));
    let bare = nats.url();
    let right = bare.replace("nats://", "nats://me:s3cr%2Fet@");
    let shown = ludus.text(&format!("cluster status --cluster {right}"));
    assert!(shown.contains(&bare) && !shown.contains("s3cr"), "{shown}");
    let run =
        "train tetris -p 4 -g 1 -n 1 --max-pieces 20 --elitism 1 --immigrants 1 --match-games 0";
    let output = ludus.command(&format!("{run} --cluster {right}")).assert().success();
    let output = output.get_output();
    for text in [&output.stdout, &output.stderr] {
        assert!(!String::from_utf8_lossy(text).contains("s3cr"));
    }
    for entry in std::fs::read_dir(ludus.folder().join("runs/tetris-solo-1")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!text.contains("s3cr"), "{text}");
    }
    let wrong = bare.replace("nats://", "nats://me:wr0ng@");
    let line = ludus.error(&format!("cluster status --cluster {wrong}"), 1);
    assert!(
        line.starts_with(&format!("the cluster at {bare} refuses these credentials; ")),
        "{line}"
    );
    assert!(!line.contains("wr0ng"), "{line}");
}
