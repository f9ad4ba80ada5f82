//! URIs in which bytes are written as `%` and two hexadecimal digits.

/// Returns `uri` with the bytes that `%20` and the like stand for; `None` if it is not UTF-8 or holds a zero byte.
pub fn decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|digits| byte == b'%' && digits.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn two_digits_behind_a_percent_sign_are_a_byte_and_other_percent_signs_stay() {
        for (uri, expected) in [
            ("a%20b", Some("a b")),
            ("%E7%BD%91%e6%a0%bc", Some("网格")),
            ("100%", Some("100%")),
            ("%4", Some("%4")),
            ("%+1", Some("%+1")),
            ("%ff", None),
            ("a%00b", None),
        ] {
            assert_eq!(decoded(uri).as_deref(), expected, "{uri}");
        }
    }
}
