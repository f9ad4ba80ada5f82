//! Drop target of X11 (XDND 5): hands over a list of addresses as it is, all of which winit passes over if one is odd.
//! A window of its own stands in for the program's, by `XdndProxy`; a source that ignores this finds winit's target.

use super::display::Event;
use crate::app::action::Action;
use egui_winit::winit;
use std::error::Error;
use winit::event_loop::EventLoopProxy;
use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{self, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, PropMode, Window};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    /// Names of the protocol.
    Atoms: AtomsCookie {
        XdndActionCopy, XdndAware, XdndDrop, XdndEnter, XdndFinished, XdndLeave, XdndPosition, XdndProxy, XdndSelection,
        XdndStatus, XdndTypeList, UriList: b"text/uri-list",
    }
}

type Heard = Result<(), Box<dyn Error>>;

/// Listens for drops on a window, on a thread of its own, if the window is one of X11.
pub fn listen(window: &winit::window::Window, proxy: EventLoopProxy<Event>) {
    let window = match window.window_handle().map(|handle| handle.as_raw()) {
        Ok(RawWindowHandle::Xlib(handle)) => handle.window as Window,
        Ok(RawWindowHandle::Xcb(handle)) => handle.window.get(),
        _ => return,
    };
    // Without a thread, or a server that takes another connection, winit's target remains.
    let _ = std::thread::Builder::new().name("xdnd".to_owned()).spawn(move || {
        let _ = Target::before(window, proxy).and_then(Target::serve);
    });
}

struct Target {
    proxy: EventLoopProxy<Event>,
    connection: RustConnection,
    names: Atoms,
    /// Window that drops go to, never shown.
    own: Window,
    /// Window of the program, which sources believe to talk to.
    seen: Window,
    /// Source of the drag that is over the window, if it has a list of addresses.
    source: Option<Window>,
}

impl Target {
    fn before(seen: Window, proxy: EventLoopProxy<Event>) -> Result<Self, Box<dyn Error>> {
        let (connection, screen) = x11rb::connect(None)?;
        let names = Atoms::new(&connection)?.reply()?;
        let (own, root) = (connection.generate_id()?, connection.setup().roots[screen].root);
        let class = xproto::WindowClass::INPUT_ONLY;
        connection.create_window(0, own, root, 0, 0, 1, 1, 0, class, 0, &Default::default())?.check()?;
        let version = AtomEnum::ATOM;
        connection.change_property32(PropMode::REPLACE, own, names.XdndAware, version, &[5])?.check()?;
        // The one on itself tells sources that the target is alive.
        for window in [own, seen] {
            connection
                .change_property32(PropMode::REPLACE, window, names.XdndProxy, AtomEnum::WINDOW, &[own])?
                .check()?;
        }
        Ok(Self { proxy, connection, names, own, seen, source: None })
    }

    fn serve(mut self) -> Heard {
        loop {
            match self.connection.wait_for_event()? {
                x11rb::protocol::Event::ClientMessage(message) => self.hear(&message)?,
                x11rb::protocol::Event::SelectionNotify(_) => self.take()?,
                _ => {}
            }
        }
    }

    fn hear(&mut self, message: &ClientMessageEvent) -> Heard {
        let [source, second, third, ..] = message.data.as_data32();
        let (is_taken, names) = (self.source.is_some(), self.names);
        if message.type_ == names.XdndEnter {
            let has_list = second & 1 == 1;
            let types = if has_list { self.types(source) } else { message.data.as_data32()[2..].to_vec() };
            self.source = Some(source).filter(|_| types.contains(&names.UriList));
            self.tell(Action::Dropping(self.source.is_some()))
        } else if message.type_ == names.XdndPosition {
            let action = if is_taken { names.XdndActionCopy } else { x11rb::NONE };
            self.send(source, names.XdndStatus, [self.seen, is_taken.into(), 0, 0, action])
        } else if message.type_ == names.XdndDrop && is_taken {
            self.connection
                .convert_selection(self.own, names.XdndSelection, names.UriList, names.XdndSelection, third)?;
            self.connection.flush()?;
            self.tell(Action::Dropping(false))
        } else if message.type_ == names.XdndDrop {
            self.send(source, names.XdndFinished, [self.seen, 0, 0, 0, 0])
        } else if message.type_ == names.XdndLeave {
            self.source = None;
            self.tell(Action::Dropping(false))
        } else {
            Ok(())
        }
    }

    fn types(&self, source: Window) -> Vec<u32> {
        let asked = self.connection.get_property(false, source, self.names.XdndTypeList, AtomEnum::ATOM, 0, 1024);
        // A source that is gone has none.
        let reply = asked.ok().and_then(|asked| asked.reply().ok());
        reply.iter().filter_map(|reply| reply.value32()).flatten().collect()
    }

    fn take(&mut self) -> Heard {
        let Some(source) = self.source.take() else { return Ok(()) };
        let names = self.names;
        let asked = self.connection.get_property(true, self.own, names.XdndSelection, names.UriList, 0, u32::MAX / 4);
        let list = asked?.reply()?.value;
        let action = if list.is_empty() { x11rb::NONE } else { names.XdndActionCopy };
        self.send(source, names.XdndFinished, [self.seen, (!list.is_empty()).into(), action, 0, 0])?;
        self.tell(Action::Pasted(String::from_utf8_lossy(&list).into_owned()))
    }

    fn send(&self, to: Window, name: u32, data: [u32; 5]) -> Heard {
        let message = ClientMessageEvent::new(32, to, name, data);
        self.connection.send_event(false, to, EventMask::NO_EVENT, message)?;
        Ok(self.connection.flush()?)
    }

    fn tell(&self, action: Action) -> Heard {
        Ok(self.proxy.send_event(Event::Action(Box::new(action))).map_err(|_| "closed")?)
    }
}
