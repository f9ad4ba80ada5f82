//! Values of all fields at one time.

use super::{Evidence, FIELDS, Field, FieldValue};
use serde::{Serialize, Serializer};

/// Values of all fields at one time, which goals are checked on.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(Vec<Option<FieldValue>>);

impl Values {
    /// Reads the values of all fields from the evidence.
    pub fn of(evidence: &Evidence) -> Self {
        Self(FIELDS.iter().map(|field| field.read(evidence)).collect())
    }

    /// Returns the value of a field; `None` if the field had no value at that time.
    pub fn get(&self, field: &Field) -> Option<FieldValue> {
        let index = FIELDS.iter().position(|other| other.name == field.name)?;
        self.0[index]
    }
}

/// Serialises an object with the fields that have a value, in the order of [`FIELDS`].
impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let present = FIELDS.iter().zip(&self.0).filter_map(|(field, value)| Some((field.name, (*value)?)));
        serializer.collect_map(present)
    }
}
