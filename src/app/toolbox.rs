//! Set of all tools, with the tool in use of each workspace.
//!
//! Tools of the Collide workspace see only the selected object, in its own space. The other objects keep their indices,
//! but are hidden.

use crate::app::action::ToolAction;
use crate::app::arrangement::Detent;
use crate::app::desk::{Desk, navigate, set_aside};
use crate::app::tool::{Event, Tool, ToolCore};
use crate::app::tools;
use crate::app::workspace::Workspace;
use glam::DMat4;
use pickray::scene::Object;
use std::any::Any;
use std::fmt;

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

impl Default for Toolbox {
    fn default() -> Self {
        Self { tools: tools::all(), used: Workspace::ALL.map(|workspace| usize::from(!workspace.picks())) }
    }
}

impl Toolbox {
    /// Returns the tool in use.
    pub fn in_use(&self, desk: &Desk) -> &dyn Tool {
        &*self.tools[self.used[desk.workspace as usize]]
    }

    /// Returns the tool in use, for changes.
    pub(in crate::app) fn in_use_mut(&mut self, desk: &Desk) -> &mut dyn Tool {
        &mut *self.tools[self.used[desk.workspace as usize]]
    }

    /// Returns the tools of a workspace, in the order of their tabs.
    pub fn of(&self, workspace: Workspace) -> impl Iterator<Item = &dyn Tool> {
        let (picking, benches) = self.tools.split_at(1);
        if workspace.picks() { picking } else { benches }.iter().map(|tool| &**tool)
    }

    /// Returns the tool whose type is `T`.
    ///
    /// # Panics
    ///
    /// Panics if the tool is not in the list of tools.
    pub fn get<T: Tool>(&self) -> &T {
        self.tools.iter().find_map(|tool| (&**tool as &dyn Any).downcast_ref()).expect("it is in the list")
    }

    /// Hands an action to the tool that it belongs to.
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
            self.in_use_mut(desk).event(desk, Event::Leave);
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

    /// Switches to the tool of the settings. If `nothing_asked_for` at the start, also switches to the workspace of the
    /// settings. Otherwise the workspace stays, in which a given file is picked in.
    pub(in crate::app) fn resume(&mut self, desk: &mut Desk, nothing_asked_for: bool) {
        let (workspace, tool) = (desk.settings.workspace, desk.settings.tool.clone());
        self.choose(desk, &tool);
        if nothing_asked_for && workspace != desk.workspace {
            self.show(desk, workspace);
        }
        desk.settings.workspace = desk.workspace;
    }

    /// Tells all tools that another mesh is open.
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
        self.in_use_mut(desk).event(desk, Event::Enter);
    }
}

/// Leaves the tools of the Collide workspace one object, in its own space and without highlights. The other objects
/// keep their indices, but are hidden.
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
    use std::collections::HashSet;

    #[test]
    fn ids_of_tools_and_keys_of_one_tool_are_each_there_once() {
        let tools = Toolbox::default().tools;
        let ids: HashSet<_> = tools.iter().map(|tool| tool.id()).collect();
        assert_eq!(ids.len(), tools.len());
        for tool in tools {
            let keys: HashSet<_> = tool.keys().iter().map(|row| row.key).collect();
            assert_eq!(keys.len(), tool.keys().len(), "{}", tool.name());
        }
    }

    #[test]
    fn a_key_of_a_tool_says_whether_it_stands_in_for_one_of_everywhere() {
        let is_plain = |modifiers| [Modifiers::NONE, Modifiers::SHIFT].contains(&modifiers);
        for (tool, browser) in Toolbox::default().tools.iter().flat_map(|tool| [(tool, false), (tool, true)]) {
            for row in tool.keys() {
                let mut everywhere = bindings_where(browser).filter(|(chord, _)| is_plain(chord.modifiers));
                let is_bound = everywhere.any(|(chord, _)| chord.key == row.key);
                assert_eq!(row.shadows, is_bound, "{} of {}", row.key, tool.name());
            }
        }
    }

    #[test]
    fn no_key_of_a_tool_is_a_browser_s() {
        for tool in Toolbox::default().tools {
            for (key, modifiers) in
                tool.keys().iter().flat_map(|row| [Modifiers::NONE, Modifiers::SHIFT].map(|held| (row.key, held)))
            {
                assert!(!Chord { modifiers, key }.is_of_browsers(), "{key} of {}", tool.name());
            }
        }
    }
}
