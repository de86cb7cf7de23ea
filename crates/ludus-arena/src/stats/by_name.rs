//! Values by name, as reports have them.

use serde::{Serialize, Serializer};

/// Values by name, in the order in which they came. It is written as one JSON object.
///
/// ```
/// use ludus_arena::stats::ByName;
/// let values: ByName<u8> = [("lines".to_owned(), 3), ("height".to_owned(), 7)].into_iter().collect();
/// assert_eq!(values.names().collect::<Vec<_>>(), ["lines", "height"]);
/// assert_eq!(values.get("height"), Some(&7));
/// assert_eq!(serde_json::to_string(&values).unwrap(), r#"{"lines":3,"height":7}"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ByName<T>(Vec<(String, T)>);

impl<T> ByName<T> {
    /// The names in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The value of this name, if there is one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

impl ByName<Option<f64>> {
    /// The number of this name, if there is one.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name).copied().flatten()
    }
}

impl<T> FromIterator<(String, T)> for ByName<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
