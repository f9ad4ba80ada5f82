//! Evaluator of the lines of code that are shown to people, as a reader runs them: by names and signs.

use glam::{DMat4, DVec3, DVec4};
use pickray::math::Viewport;
use pickray::scene::{Camera, Projection, View};

/// What names stand for, with `|` between those of one value: a number, a vector of 3 or 4, the 16 numbers of a matrix
/// by columns, or points one after another.
pub type Names = Vec<(&'static str, Vec<f64>)>;

/// What a line gives in a view.
pub fn run(line: &str, names: &Names, view: &View) -> Vec<f64> {
    // “(X, Y, Z) / W of …” takes these letters from what follows.
    let taken = line.split_once(" 的 ").map(|(from, part)| (part, from.to_owned()));
    let taken = taken.or(line.split_once(" of (").map(|(part, from)| (part, format!("({from}"))));
    if let Some((part, from)) = taken {
        let letters = ["X", "Y", "Z", "W"].into_iter().zip(run(&from, names, view));
        let letters = letters.map(|(letter, number)| (letter, vec![number]));
        return run(part, &names.iter().cloned().chain(letters).collect(), view);
    }
    let mut line = Line { rest: line, names, view };
    let value = line.sum();
    assert_eq!(line.rest.trim(), "", "is not understood");
    value
}

/// Whether the condition of a line holds: comparisons of two or three, with “and” between them.
pub fn holds(line: &str, names: &Names, view: &View) -> bool {
    let condition = line.trim_start_matches("if ").replace("|det|", "size");
    condition.split([':', '：']).next().unwrap_or_default().split(" and ").all(|comparison| {
        let numbers = comparison.split(['<', '≤', '=']).map(|number| run(number, names, view)[0]).collect::<Vec<_>>();
        let signs = comparison.chars().filter(|letter| ['<', '≤', '='].contains(letter));
        signs.zip(numbers.windows(2)).all(|(sign, pair)| match sign {
            '<' => pair[0] < pair[1],
            '≤' => pair[0] <= pair[1],
            _ => pair[0] == pair[1],
        })
    })
}

struct Line<'a> {
    rest: &'a str,
    names: &'a Names,
    view: &'a View,
}

impl Line<'_> {
    fn eat(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(word);
        rest.map(|rest| self.rest = rest).is_some()
    }

    fn sum(&mut self) -> Vec<f64> {
        let sign = if self.eat("−") { -1.0 } else { 1.0 };
        let mut sum: Vec<f64> = self.product().iter().map(|x| sign * x).collect();
        while let Some(sign) = [("+", 1.0), ("−", -1.0)].into_iter().find_map(|(word, it)| self.eat(word).then_some(it))
        {
            sum = sum.iter().zip(self.product()).map(|(a, b)| a + sign * b).collect();
        }
        sum
    }

    fn product(&mut self) -> Vec<f64> {
        let mut product = self.factor().expect("a factor");
        loop {
            let [is_quotient, is_cross, _] = ["/", "×", "·"].map(|sign| self.eat(sign));
            // What is divided by its own W is a point.
            if is_quotient && product.len() == 4 && self.eat("W") {
                product = product[..3].iter().map(|x| x / product[3]).collect();
                continue;
            }
            let Some(other) = self.factor() else { return product };
            let matrix = || DMat4::from_cols_slice(&product);
            let vector = |numbers: &[f64]| DVec3::from_slice(numbers);
            product = match (product.len(), other.len()) {
                (16, 16) => (matrix() * DMat4::from_cols_slice(&other)).to_cols_array().to_vec(),
                (16, 4) => (matrix() * DVec4::from_slice(&other)).to_array().to_vec(),
                (16, _) => other.chunks(3).flat_map(|it| matrix().transform_point3(vector(it)).to_array()).collect(),
                (3, 3) if is_cross => vector(&product).cross(vector(&other)).to_array().to_vec(),
                (3, 3) => vec![vector(&product).dot(vector(&other))],
                (_, 1) if is_quotient => product.iter().map(|x| x / other[0]).collect(),
                (1, _) if !is_quotient => other.iter().map(|x| product[0] * x).collect(),
                lengths => panic!("a product of {lengths:?} numbers before {}", self.rest),
            };
        }
    }

    fn factor(&mut self) -> Option<Vec<f64>> {
        let functions = ["floor", "transpose", "normalize", "max", "unproject", "perspective", "bounds"];
        let mut value = if let Some(name) = functions.into_iter().find(|name| self.eat(name)) {
            let given = self.factor().expect("arguments");
            self.call(name, &given)
        } else if self.eat("(") {
            let mut list = self.sum();
            while self.eat(",") {
                if !self.eat("…") {
                    list.extend(self.sum());
                }
            }
            assert!(self.eat(")"), "{} has no end", self.rest);
            list
        } else if self.eat("½") {
            vec![0.5]
        } else {
            self.number().or_else(|| self.name())?
        };
        while self.eat("⁻¹") {
            value = DMat4::from_cols_slice(&value).inverse().to_cols_array().to_vec();
        }
        Some(value)
    }

    fn number(&mut self) -> Option<Vec<f64>> {
        let rest = self.rest.trim_start();
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
        let number = rest[..end].parse().ok()?;
        self.rest = &rest[end..];
        Some(vec![number])
    }

    /// The value of the longest name that stands here.
    fn name(&mut self) -> Option<Vec<f64>> {
        let rest = self.rest.trim_start();
        let all = self.names.iter().flat_map(|(names, value)| names.split('|').map(move |name| (name, value)));
        // Of equally long ones, `max_by_key` takes the last.
        let (name, value) = all.filter(|(name, _)| rest.starts_with(name)).max_by_key(|(name, _)| name.len())?;
        self.rest = &rest[name.len()..];
        Some(value.clone())
    }

    fn call(&self, name: &str, given: &[f64]) -> Vec<f64> {
        let (view, camera) = (self.view, self.view.camera);
        let points = || given.chunks(3).map(DVec3::from_slice);
        match (name, given) {
            ("floor", [x]) => vec![x.floor()],
            ("max", [a, b]) => vec![a.max(*b)],
            ("transpose", [..]) => DMat4::from_cols_slice(given).transpose().to_cols_array().to_vec(),
            ("normalize", [..]) => points().flat_map(|it| it.normalize().to_array()).collect(),
            ("bounds", [..]) => {
                let (min, max) = points().fold((DVec3::MAX, DVec3::MIN), |(min, max), it| (min.min(it), max.max(it)));
                [min.to_array(), max.to_array()].concat()
            }
            ("unproject", [x, y, depth]) => {
                let Viewport { x: left, y: low, width, height } = view.viewport;
                let [left, low, width, height] = [left, low, width, height].map(f64::from);
                let [x, y, z] = [(x - left) / width, (y - low) / height, *depth].map(|share| 2.0 * share - 1.0);
                let eye = view.clip_from_eye().inverse() * DVec4::new(x, y, z, 1.0);
                view.world_from_eye().transform_point3(eye.truncate() / eye.w).to_array().to_vec()
            }
            ("perspective", [size]) => {
                let projection = match camera.projection {
                    Projection::Perspective { .. } => Projection::Perspective { fov_y: *size },
                    Projection::Orthographic { .. } => Projection::Orthographic { height: *size },
                };
                let aspect = view.viewport.aspect().expect("pixels");
                Camera { projection, ..camera }.clip_from_eye(aspect).to_cols_array().to_vec()
            }
            _ => panic!("{name} of {given:?}"),
        }
    }
}
