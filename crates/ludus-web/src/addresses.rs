//! How much one address may have of something that many share.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::StatusCode;
use parking_lot::Mutex;

use crate::content::Problem;

/// Counts by address. Behind another server that passes requests on, all clients have the same one.
#[derive(Debug)]
pub(crate) struct Addresses {
    most: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// One more of an address, until it is dropped.
#[derive(Debug)]
pub struct Counted {
    addresses: Arc<Addresses>,
    from: IpAddr,
}

impl Addresses {
    /// Every address may have this many.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, counts: Mutex::default() }
    }

    /// One more from this address, if it may have one.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Counted> {
        let from = network(address);
        let mut counts = self.counts.lock();
        let count = counts.get(&from).copied().unwrap_or(0);
        (count < self.most).then(|| {
            counts.insert(from, count + 1);
            Counted { addresses: Arc::clone(self), from }
        })
    }

    /// One more WebSocket of this client, if its address may have one.
    pub(crate) fn admit_socket(self: &Arc<Self>, client: SocketAddr) -> Result<Counted, Problem> {
        self.admit(client.ip()).ok_or_else(|| {
            let reason = "too many pages are connected from this address already";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, reason)
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.addresses.counts.lock();
        match counts.get_mut(&self.from) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(counts.remove(&self.from)),
        }
    }
}

/// What one client can have many addresses of: with IPv6, all that have the first 64 bits in common.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => (address.to_bits() >> 64 << 64).to_be_bytes().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_no_more_than_it_may() {
        let addresses = Arc::new(Addresses::new(2));
        let admit = |address: &str| addresses.admit(address.parse().unwrap());
        let (one, two) = (admit("192.0.2.1").unwrap(), admit("::ffff:192.0.2.1").unwrap());
        assert!(admit("192.0.2.1").is_none());
        assert!(admit("192.0.2.2").is_some());
        drop(one);
        assert!(admit("192.0.2.1").is_some());
        drop(two);
        assert!(addresses.counts.lock().is_empty());
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let addresses = Arc::new(Addresses::new(1));
        let admit = |address: &str| addresses.admit(address.parse().unwrap());
        let _one = admit("2001:db8::1").unwrap();
        assert!(admit("2001:db8::2").is_none());
        assert!(admit("2001:db8:0:1::1").is_some());
    }
}
