//! Traits of a tool, and the set of all tools. A tool is a folder below `tools` and a line in the list there.
//!
//! A tool in use responds to mouse and keys, and `update` to what it does not take. It reads and changes its own state
//! and the [`Desk`], which all tools share. Only its panel uses egui.

use crate::app::action::{Action, ToolAction, Work};
use crate::app::answers::MeshSource;
use crate::app::arrangement::{Detent, Pane, Workspace};
use crate::app::desk::{Desk, navigate, set_aside};
use crate::app::input::{DragTo, Press};
use crate::app::keys::{Command, Key, ToolKey};
use crate::app::texts::Text;
use egui::{Rect, Ui};
use glam::DMat4;
use pickray::math::CursorPosition;
use pickray::scene::Object;
use pickray::study::Situation;
use pickray_render::{Overlay, Palette, Swarm};
use std::any::Any;
use std::fmt;

/// Id, name and actions of a tool, which `tool!` implements.
pub trait ToolCore {
    /// Returns the id by which the settings remember the tool.
    fn id(&self) -> &'static str;

    fn name(&self) -> &'static str;

    /// Does an action of this tool; ignores those of other types.
    fn act(&mut self, desk: &mut Desk, action: Box<dyn Any + Send>);
}

/// Implements [`ToolCore`] for a tool: its id, its name, and each type of its actions with the function that does them.
macro_rules! tool {
    ($tool:ty, $id:literal, $name:expr, $($action:ty => $act:expr),+ $(,)?) => {
        impl $crate::app::tool::ToolCore for $tool {
            fn id(&self) -> &'static str {
                $id
            }

            fn name(&self) -> &'static str {
                $name
            }

            fn act(&mut self, desk: &mut $crate::app::desk::Desk, action: Box<dyn std::any::Any + Send>) {
                $(let action = match action.downcast::<$action>() {
                    Ok(action) => {
                        let act: fn(&mut Self, &mut $crate::app::desk::Desk, $action) = $act;
                        return act(self, desk, *action);
                    }
                    Err(other) => other,
                };)+
                drop(action);
            }
        }

        $(impl From<$action> for $crate::app::action::Action {
            fn from(action: $action) -> Self {
                Self::tool::<$tool>(action)
            }
        })+
    };
}
pub(in crate::app) use tool;

/// Event for a tool. Those that follow from what the person does go to the tool in use.
#[derive(Debug)]
pub enum Event<'a> {
    /// Another mesh is open: the tool drops what it holds of the previous one. Sent to all tools, in use or not.
    MeshChanged,
    /// The tool comes into use, or gets another mesh: it arranges the scene, whose mesh is placed as in its file.
    Arrange,
    /// The tool comes into use after another one, and has arranged the scene.
    Enter,
    /// Another tool comes into use.
    Leave,
    Click(&'a Press),
    /// Second press of a double click. If the tool does not use it, the press is a click, and the pivot moves there.
    DoubleClick,
    RightClick(&'a Press),
    /// Press of a button in the picture, before it is known to be a click or a drag.
    Press,
    /// Mouse at a point of the picture, or with `None` outside of it.
    Hover(Option<CursorPosition>),
    /// Drag of the mouse. If the tool does not use it, the drag moves the camera.
    Drag(&'a DragTo),
    /// End of a drag, which the tool may have used.
    DragEnds,
    /// Factor of the wheel with Shift, by which the tool divides its sizes. If it does not, the wheel zooms.
    Scale(f64),
    /// Command of a key, a menu entry or a button. If the tool does not use it, `update` runs it.
    Command(Command),
    /// Esc while a drag may be under way, which is to be undone.
    CancelDrag,
    /// Esc that closes the topmost thing that the tool has open.
    Close,
    /// Esc while nothing is open: the tool forgets what was clicked.
    LetGo,
    Dropped(&'a MeshSource),
    /// Situation that names a page of a lesson, in which it is to be restored.
    Situation(Box<Situation>),
    /// Press of one of the tool's keys, which `desk.pointer.held` has until it goes up.
    Key(Key),
    /// Time since the last frame, in seconds.
    Tick(f64),
    /// Any action has been done, unless only the mouse has moved.
    Changed,
}

pub trait Tool: ToolCore + Panel + Any {
    /// Handles an event; returns `true` if the tool used it, so that it has no other effect.
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool;

    fn keys(&self, _: &Desk) -> &'static [ToolKey] {
        &[]
    }

    fn takes_key(&self, desk: &Desk, key: Key) -> bool {
        self.keys(desk).iter().any(|row| row.key == key)
    }

    fn activity(&self, _: &Desk) -> Activity<'_> {
        Activity::Rests
    }
}

/// Activity of a tool while nobody does anything.
#[derive(Debug)]
pub enum Activity<'a> {
    Rests,
    /// Something moves, so that frames are drawn continuously.
    Moves,
    /// The tool waits for a job, to be shown over the picture; `None` if the tool itself shows its progress.
    Works(Option<Box<Work<'a>>>),
}

impl<'a> From<Option<Work<'a>>> for Activity<'a> {
    fn from(work: Option<Work<'a>>) -> Self {
        work.map_or(Self::Rests, |work| Self::Works(Some(Box::new(work))))
    }
}

/// Panel of a tool. It computes and changes nothing, but reports what the person asks for as actions.
pub trait Panel {
    /// Shows the panel beside the picture, and adds to `actions` what the person asks for.
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>);

    /// Shows what the panels draw over the picture, within `area`: marks, lists and legends.
    fn show_over(&self, _: &Ui, _: &Desk, _area: Rect, _: &mut Vec<Action>) {}

    /// Returns the lines and faces that are drawn in a view of the scene over the mesh.
    fn overlays(&self, desk: &Desk, pane: Pane, palette: &Palette) -> Vec<Overlay>;

    /// Returns the many bodies that are drawn beside the scene; `None` if there are none.
    fn swarm(&self, _: &Desk, _: &Palette) -> Option<Swarm> {
        None
    }

    /// Returns the result, for the one line of a sheet that is closed; `None` if hints are as good.
    fn in_one_line(&self, _: &Desk) -> Option<String> {
        None
    }

    /// Returns a hint on what to do next, for the start of the hint bar: gesture or key, and its effect.
    fn next_step(&self, _: &Desk) -> Option<(String, &'static str)> {
        None
    }

    /// Returns the tool's uses of the mouse, but for moves of the camera: gesture or key, and its effect.
    fn hints(&self) -> &'static [(Text, Text)] {
        &[]
    }
}

/// Set of all tools, with the tool in use of each workspace.
///
/// Tools of the Collide workspace see only the selected object, in its own space. The other objects keep their indices,
/// but are hidden.
pub struct Toolbox {
    /// Tool that picks, in both workspaces where picks are made, and then the benches.
    tools: Vec<Box<dyn Tool>>,
    /// Index of the tool in use in each workspace, in the order of [`Workspace::ALL`].
    used: [usize; Workspace::ALL.len()],
}

impl fmt::Debug for Toolbox {
    /// Writes the names of the tools alone: their state would bring the words for all of it into the page.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tools.iter().map(|tool| tool.id())).finish()
    }
}

impl Toolbox {
    /// Returns the set of these tools: the one that picks, and then the benches.
    pub(in crate::app) fn of_tools(tools: Vec<Box<dyn Tool>>) -> Self {
        Self { tools, used: Workspace::ALL.map(|workspace| usize::from(!workspace.picks())) }
    }

    pub fn in_use(&self, desk: &Desk) -> &dyn Tool {
        &*self.tools[self.used[desk.workspace as usize]]
    }

    pub(in crate::app) fn in_use_mut(&mut self, desk: &Desk) -> &mut dyn Tool {
        &mut *self.tools[self.used[desk.workspace as usize]]
    }

    /// Hands an event to the tool in use; returns `true` if the tool used it.
    pub(in crate::app) fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        self.in_use_mut(desk).event(desk, event)
    }

    /// Returns the tools of a workspace, in the order of their tabs.
    pub fn of(&self, workspace: Workspace) -> impl Iterator<Item = &dyn Tool> {
        let (picking, benches) = self.tools.split_at(1);
        if workspace.picks() { picking } else { benches }.iter().map(|tool| &**tool)
    }

    /// Returns the tool whose type is `T`, which must be in the list of tools.
    pub fn get<T: Tool>(&self) -> &T {
        self.tools.iter().find_map(|tool| (&**tool as &dyn Any).downcast_ref()).expect("it is in the list")
    }

    pub(in crate::app) fn act(&mut self, desk: &mut Desk, ToolAction { tool: of, action }: ToolAction) {
        if let Some(tool) = self.tools.iter_mut().find(|tool| (&***tool as &dyn Any).type_id() == of) {
            tool.act(desk, action);
        }
    }

    /// Makes the tool of this id the one in use, in the workspaces that offer it.
    pub(in crate::app) fn choose(&mut self, desk: &mut Desk, id: &str) {
        let Some(place) = self.tools.iter().position(|tool| tool.id() == id) else { return };
        let before = self.used[desk.workspace as usize];
        if 0 < place {
            self.used[Workspace::Collide as usize] = place;
            desk.settings.tool = id.to_owned();
        }
        self.go_over(desk, before);
    }

    /// Switches to a workspace or, if it is already in use, to its next tool.
    pub(in crate::app) fn show(&mut self, desk: &mut Desk, workspace: Workspace) {
        if desk.workspace == workspace {
            let ids: Vec<_> = self.of(workspace).map(ToolCore::id).collect();
            let present = self.in_use(desk).id();
            let place = ids.iter().position(|id| *id == present).unwrap_or(0);
            self.choose(desk, ids[(place + 1) % ids.len()]);
            return;
        }
        // Ahead of all else, since another tool arranges what is open.
        if desk.workspace == Workspace::Learn && desk.files.set_aside.is_some() {
            self.event(desk, Event::Leave);
            if set_aside::give_back(desk) {
                self.mesh_changed(desk);
            }
        }
        let before = self.used[desk.workspace as usize];
        desk.workspace = workspace;
        desk.settings.workspace = workspace;
        // Picking begins with the picture, all else with what there is to be read.
        desk.shown.detent = if workspace == Workspace::Pick { Detent::Line } else { Detent::Half };
        if workspace == Workspace::Collide && desk.choose_bench_object() {
            let benches = &mut self.tools[1..];
            // The scene that they look at is arranged first.
            clear(desk);
            benches.iter_mut().for_each(|bench| _ = bench.event(desk, Event::MeshChanged));
        }
        self.go_over(desk, before);
    }

    pub(in crate::app) fn go_to(&mut self, desk: &mut Desk, workspace: Workspace) {
        if desk.workspace != workspace {
            self.show(desk, workspace);
        }
    }

    /// Switches to the tool of the settings and, if `nothing_asked_for` at the start, to their workspace.
    pub(in crate::app) fn resume(&mut self, desk: &mut Desk, nothing_asked_for: bool) {
        let (workspace, tool) = (desk.settings.workspace, desk.settings.tool.clone());
        self.choose(desk, &tool);
        if nothing_asked_for {
            self.go_to(desk, workspace);
        }
        desk.settings.workspace = desk.workspace;
    }

    pub(in crate::app) fn mesh_changed(&mut self, desk: &mut Desk) {
        desk.choose_bench_object();
        desk.shown.moved = None;
        for tool in &mut self.tools {
            tool.event(desk, Event::MeshChanged);
        }
        clear(desk);
        let tool = self.in_use_mut(desk);
        desk.tool = tool.id();
        tool.event(desk, Event::Arrange);
    }

    /// Arranges everything for the tool in use, if it is another than `before`.
    fn go_over(&mut self, desk: &mut Desk, before: usize) {
        if self.used[desk.workspace as usize] == before {
            return;
        }
        clear(desk);
        self.tools[before].event(desk, Event::Leave);
        navigate::move_back(desk);
        let tool = self.in_use_mut(desk);
        desk.tool = tool.id();
        tool.event(desk, Event::Arrange);
        navigate::refit(desk);
        self.event(desk, Event::Enter);
    }
}

/// Leaves the tools of Collide one object in its own space, without highlights; others keep their indices, hidden.
fn clear(desk: &mut Desk) {
    desk.pointer.held.clear();
    desk.selected.marked.clear();
    desk.pointer.hover = None;
    desk.shown.stage = None;
    let objects = desk.opened().iter().enumerate().map(|(index, object)| {
        let is_shown = index == desk.bench_index() as usize;
        let object = Object { visible: is_shown, ..object.clone() };
        if is_shown { object.with_transform(DMat4::IDENTITY) } else { object }
    });
    desk.shown.arranged = objects.collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keys::{Chord, Modifiers, bindings_where};
    use crate::app::settings::Settings;
    use std::collections::HashSet;

    #[test]
    fn ids_of_tools_and_keys_of_one_tool_are_each_there_once() {
        let (tools, desk) = (Toolbox::default().tools, Desk::new(Settings::default()));
        let ids: HashSet<_> = tools.iter().map(|tool| tool.id()).collect();
        assert_eq!(ids.len(), tools.len());
        for tool in tools {
            let keys: HashSet<_> = tool.keys(&desk).iter().map(|row| row.key).collect();
            assert_eq!(keys.len(), tool.keys(&desk).len(), "{}", tool.name());
        }
    }

    #[test]
    fn a_key_of_a_tool_says_whether_it_stands_in_for_one_of_everywhere() {
        let desk = Desk::new(Settings::default());
        let is_plain = |modifiers| [Modifiers::NONE, Modifiers::SHIFT].contains(&modifiers);
        for (tool, browser) in Toolbox::default().tools.iter().flat_map(|tool| [(tool, false), (tool, true)]) {
            for row in tool.keys(&desk) {
                let mut everywhere = bindings_where(browser).filter(|(chord, _)| is_plain(chord.modifiers));
                let is_bound = everywhere.any(|(chord, _)| chord.key == row.key);
                assert_eq!(row.shadows, is_bound, "{} of {}", row.key, tool.name());
            }
        }
    }

    #[test]
    fn no_key_of_a_tool_is_a_browser_s() {
        let desk = Desk::new(Settings::default());
        for tool in Toolbox::default().tools {
            for row in tool.keys(&desk) {
                let is_of_browsers = |modifiers| Chord { modifiers, key: row.key }.is_of_browsers();
                let is_taken = [Modifiers::NONE, Modifiers::SHIFT].into_iter().any(is_of_browsers);
                assert!(!is_taken, "{} of {}", row.key, tool.name());
            }
        }
    }
}
