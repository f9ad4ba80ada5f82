//! JSON that is nearly right, out of a fuzzer's bytes.

use super::numbers::Numbers;
use serde_json::{Value, json};

/// The value with some of its parts replaced, removed or doubled.
pub fn damaged(mut value: Value, numbers: &mut Numbers) -> Value {
    for _ in 0..numbers.byte() % 6 {
        damage(&mut value, numbers);
    }
    value
}

/// Goes down to a part, and does something to it.
fn damage(value: &mut Value, numbers: &mut Numbers) {
    let step = usize::from(numbers.byte());
    match value {
        Value::Array(items) if !items.is_empty() && step % 8 > 0 => {
            let at = step % items.len();
            match step % 16 {
                1 => drop(items.remove(at)),
                2 => items.push(items[at].clone()),
                _ => damage(&mut items[at], numbers),
            }
        }
        Value::Object(fields) if !fields.is_empty() && step % 8 > 0 => {
            let key = fields.keys().nth(step % fields.len()).expect("below its length").clone();
            match step % 32 {
                1 => drop(fields.remove(&key)),
                2 => drop(fields.insert("of another version".to_owned(), json!(1))),
                _ => damage(&mut fields[&key], numbers),
            }
        }
        _ => *value = replacement(numbers),
    }
}

fn replacement(numbers: &mut Numbers) -> Value {
    match numbers.byte() % 12 {
        0 => Value::Null,
        1 => json!(numbers.byte().is_multiple_of(2)),
        2 => json!([]),
        3 => json!({}),
        4 => json!([1, 2]),
        5 => json!(["", "%", "%FF", "file://%fc", "sample:teapot"][usize::from(numbers.byte()) % 5]),
        6 => json!(["infinite", "dark", "smooth", "hidden", "collide"][usize::from(numbers.byte()) % 5]),
        7 => json!(numbers.byte()),
        8 => json!(
            [0, 1, -1, i64::MAX, i64::MIN, i64::from(i32::MAX), i64::from(u32::MAX)][usize::from(numbers.byte()) % 7]
        ),
        9 => json!([1e308, -1e308, 5e-324, 1e39, -0.0, 1e16][usize::from(numbers.byte()) % 6]),
        _ => json!(numbers.number()),
    }
}
