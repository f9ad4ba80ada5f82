//! Picked points of `MeshLab`, as they are read.

use super::{LandmarkError, Landmarks, MeshLandmark, line_at};
use glam::DVec3;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

impl Landmarks {
    /// Returns landmarks from `MeshLab`'s picked points, XML of a `.pp` file. Points that are not active have a name
    /// and no place yet: their positions are NaN.
    ///
    /// # Errors
    /// [`LandmarkError`] where the text is no such XML. Entities that it declares itself are not read.
    pub fn from_picked_points(text: &str) -> Result<Self, LandmarkError> {
        let mut xml = Reader::from_str(text);
        let no_xml = |place: u64| LandmarkError::NoXml(line_at(text.as_bytes(), place as usize));
        let (mut depth, mut landmarks) = (0_u64, None);
        loop {
            let begin = xml.buffer_position();
            let event = xml.read_event().map_err(|_| no_xml(xml.error_position()))?;
            let element = match &event {
                Event::Start(element) | Event::Empty(element) => element,
                Event::End(_) => {
                    depth -= 1;
                    continue;
                }
                Event::Eof if depth == 0 => break,
                Event::Eof => return Err(no_xml(begin)),
                _ => continue,
            };
            match (depth, element.name().as_ref(), &mut landmarks) {
                (0, b"PickedPoints", None) => landmarks = Some(Vec::new()),
                (0, other, None) => return Err(LandmarkError::OtherXml(String::from_utf8_lossy(other).into_owned())),
                (1, b"point", Some(landmarks)) => {
                    landmarks.push(picked_point(element, || line_at(text.as_bytes(), begin as usize))?);
                }
                _ => {}
            }
            depth += u64::from(matches!(event, Event::Start(_)));
        }
        landmarks.map(Self::new).ok_or_else(|| no_xml(text.len() as u64))
    }
}

fn picked_point(element: &BytesStart, line: impl Fn() -> usize) -> Result<MeshLandmark, LandmarkError> {
    let attribute = |name| {
        let found = element.try_get_attribute(name).map_err(quick_xml::Error::from);
        let value =
            found.and_then(|found| found.map(|found| found.normalized_value(XmlVersion::Implicit1_0)).transpose());
        value.map_err(|_| LandmarkError::NoXml(line()))
    };
    let number = |column| {
        let number =
            attribute(column)?.and_then(|text| text.trim().parse().ok()).filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| LandmarkError::NoNumber { line: line(), column })
    };
    let name = attribute("name")?.unwrap_or_default().into_owned();
    let point = if attribute("active")?.is_some_and(|active| active == "0") {
        DVec3::NAN
    } else {
        DVec3::new(number("x")?, number("y")?, number("z")?)
    };
    Ok(MeshLandmark { name, point, on: None })
}
