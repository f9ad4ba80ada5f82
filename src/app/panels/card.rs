//! Cards: boxes of text over the picture, off the points they are about. A press beside their buttons is the picture's.

use super::{labels, message};
use crate::app::theme::SPACE;
use egui::emath::TSTransform;
use egui::{Align2, Area, AreaState, Context, Frame, Id, Order, Pos2, Rect, Sense, Ui, Vec2, vec2};

/// Distance that a card keeps from the points that it must not cover, in logical pixels.
const CLEAR: f32 = 16.0;
const MARGIN: f32 = 2.0 * SPACE;

/// Height of words in a corner of a view, with the room above and below them, in logical pixels.
const CAPTION: f32 = 7.0 * SPACE;

/// Height of a card that is assumed before it was shown, in logical pixels.
const HEIGHT: f32 = 96.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// Card on the effect of a deliberate picking mistake, or on a hidden mistake that the user is to find.
    Mistake,
    /// Card on why the last pick did not hit the triangle that the user asked about.
    WhyNot,
}

impl Card {
    const ALL: [Self; 2] = [Self::Mistake, Self::WhyNot];

    fn id(self) -> Id {
        Id::unique(("card", self as usize))
    }

    fn shown_at(self, ctx: &Context) -> Option<Rect> {
        let is_shown = ctx.memory(|memory| memory.areas().is_visible(&layer(self.id())));
        AreaState::load(ctx, self.id()).filter(|_| is_shown).map(|state| state.rect())
    }

    /// Returns the places where the card may stand, the best first.
    fn places(self) -> [Align2; 8] {
        let [top, bottom] = [
            [Align2::CENTER_TOP, Align2::RIGHT_TOP, Align2::LEFT_TOP],
            [Align2::CENTER_BOTTOM, Align2::RIGHT_BOTTOM, Align2::LEFT_BOTTOM],
        ];
        let [first, then] = if self == Self::Mistake { [top, bottom] } else { [bottom, top] };
        let [a, b, c] = first;
        let [d, e, f] = then;
        [a, b, c, d, e, f, Align2::RIGHT_CENTER, Align2::LEFT_CENTER]
    }

    /// Shows the card inside `area`, at most `most_width` wide, where it covers the fewest points `off`, then labels.
    pub fn show(self, ui: &Ui, area: Rect, most_width: f32, off: &[Pos2], contents: impl FnOnce(&mut Ui)) {
        let width = most_width.min(area.width() - 8.0 * SPACE);
        let size = AreaState::load(ui.ctx(), self.id()).and_then(|state| state.size);
        let size = size.unwrap_or(Vec2::new(width + 2.0 * SPACE, HEIGHT));
        // The card that is shown first has its place already.
        let before = Self::ALL.into_iter().take_while(|card| *card != self);
        let taken: Vec<Rect> = before.filter_map(|card| card.shown_at(ui.ctx())).collect();
        let words = labels::noted(ui.ctx());
        let at = place(size, area.shrink(MARGIN), &self.places(), off, (&taken, &words));
        // The card's ground takes no press, and its words are not to be marked.
        let card = Area::new(self.id()).order(Order::Middle).fixed_pos(at).sense(Sense::hover());
        let shown = card.constrain_to(area).show(ui.ctx(), |ui| {
            ui.style_mut().interaction.selectable_labels = false;
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(width);
                contents(ui);
            });
        });
        if (shown.response.rect.size() - size).abs().max_elem() > 1.0 {
            // At its own size the card may have another place.
            ui.ctx().request_repaint();
        }
    }
}

fn layer(id: Id) -> egui::LayerId {
    egui::LayerId::new(Order::Middle, id)
}

/// Returns the upper left corner of the first place where a card covers least: cards and points, then words.
fn place(size: Vec2, area: Rect, places: &[Align2], off: &[Pos2], (cards, words): (&[Rect], &[Rect])) -> Pos2 {
    let covered = |rect: &Rect| {
        let points = off.iter().filter(|point| rect.expand(CLEAR).contains(**point)).count();
        let over = |others: &[Rect]| others.iter().filter(|other| other.intersects(*rect)).count();
        // Two cards over each other cannot be read.
        (points + off.len() * over(cards), over(words))
    };
    let within = area.shrink2(vec2(0.0, CAPTION.min(0.5 * (area.height() - size.y).max(0.0))));
    let at = |area: Rect| places.iter().map(move |align| align.align_size_within_rect(size, area));
    let rects = at(area).chain(at(within));
    rects.min_by_key(covered).map_or(area.min, |rect| rect.min)
}

/// Returns where a box's lower middle goes, at `foot` or above what is there: over no card and nothing `taken`.
pub fn foot_above(ctx: &Context, foot: Pos2, size: Vec2, taken: &[Rect]) -> Pos2 {
    let rect = Align2::CENTER_BOTTOM.anchor_size(foot, size);
    let shown = Card::ALL.into_iter().filter_map(|card| card.shown_at(ctx)).chain(taken.iter().copied());
    let covered = shown.filter(|card| card.intersects(rect)).min_by(|a, b| a.top().total_cmp(&b.top()));
    covered.map_or(foot, |card| egui::pos2(foot.x, card.top() - SPACE))
}

/// Moves the tooltips of a panel beside it while the mouse is in it, so that they cover none of its rows.
pub fn tooltips_beside(ctx: &Context, panel: Rect) {
    if !ctx.pointer_hover_pos().is_some_and(|at| panel.contains(at)) {
        return;
    }
    let (layers, window) = (ctx.memory(|memory| memory.areas().visible_layer_ids()), ctx.content_rect().x_range());
    for layer in layers.into_iter().filter(|layer| layer.order == Order::Tooltip) {
        let Some(shown) = AreaState::load(ctx, layer.id).map(|state| state.rect()) else { continue };
        let ways = [panel.right() + SPACE - shown.left(), panel.left() - SPACE - shown.right()];
        let fits = |by: &f32| window.contains(shown.left() + by) && window.contains(shown.right() + by);
        let by = vec2(ways.into_iter().find(fits).unwrap_or(0.0), 0.0);
        ctx.set_transform_layer(layer, TSTransform::from_translation(by));
    }
}

/// Returns `true` if a widget over the picture takes presses at this point: of cards and lines, only buttons.
pub fn is_covered(ctx: &Context, at: Pos2) -> bool {
    let Some(layer) = ctx.layer_id_at(at).filter(|layer| layer.order != Order::Background) else { return false };
    let is_card = Card::ALL.iter().any(|card| card.id() == layer.id);
    if !is_card && !message::ids().contains(&layer.id) {
        return true;
    }
    // egui takes a press close beside a button for one on it.
    let reach = ctx.global_style().interaction.interact_radius;
    ctx.viewport(|shown| {
        let mut widgets = shown.prev_pass.widgets.get_layer(layer);
        widgets.any(|widget| {
            widget.enabled && widget.sense.interactive() && widget.interact_rect.expand(reach).contains(at)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(900.0, 400.0) };
    const SIZE: Vec2 = Vec2::new(300.0, 80.0);

    #[test]
    fn a_card_covers_none_of_its_points_while_there_is_a_place_without() {
        let places = Card::Mistake.places();
        let at = |off: &[Pos2]| Rect::from_min_size(place(SIZE, AREA, &places, off, (&[], &[])), SIZE);
        assert_eq!(at(&[]).center_top(), AREA.center_top());
        let mut random = fastrand::Rng::with_seed(11);
        let mut elsewhere = 0;
        for _ in 0..2000 {
            let off: Vec<Pos2> = (0..5).map(|_| Pos2::new(900.0 * random.f32(), 400.0 * random.f32())).collect();
            let found = at(&off);
            let is_free = |rect: Rect| !off.iter().any(|point| rect.expand(CLEAR).contains(*point));
            let is_there_one = places.iter().any(|align| is_free(align.align_size_within_rect(SIZE, AREA)));
            assert!(AREA.contains_rect(found) && (is_free(found) || !is_there_one), "{off:?}");
            elsewhere += usize::from(found.center_top() != AREA.center_top());
        }
        assert!(200 < elsewhere, "{elsewhere}");
    }

    #[test]
    fn a_card_keeps_off_words_where_it_covers_no_more_points_for_that() {
        let places = Card::Mistake.places();
        let at = |off: &[Pos2], words: &[Rect]| place(SIZE, AREA, &places, off, (&[], words));
        let caption = Rect::from_min_size(AREA.center_top() - Vec2::new(20.0, 0.0), Vec2::splat(40.0));
        let beside = at(&[], &[caption]);
        assert!(!Rect::from_min_size(beside, SIZE).intersects(caption), "{beside:?}");
        let elsewhere: Vec<Pos2> =
            places[1..].iter().map(|align| align.align_size_within_rect(SIZE, AREA).center()).collect();
        assert_eq!(at(&elsewhere, &[caption]), at(&[], &[]), "points are more than words");
    }

    #[test]
    fn two_cards_do_not_lie_over_each_other() {
        let middle = [AREA.center_bottom() - Vec2::new(0.0, 40.0)];
        let first = Rect::from_min_size(place(SIZE, AREA, &Card::Mistake.places(), &middle, (&[], &[])), SIZE);
        let second = place(SIZE, AREA, &Card::WhyNot.places(), &middle, (&[first], &[]));
        assert!(!Rect::from_min_size(second, SIZE).intersects(first));
    }
}
