//! Lists of addresses that another program drops on the window, by XDND.

use crate::harness::{App, is_left_to_x11};
use crate::{SQUARE, on};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{self, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, PropMode};
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        XdndActionCopy, XdndAware, XdndDrop, XdndEnter, XdndFinished, XdndPosition, XdndProxy, XdndSelection,
        XdndStatus, UriList: b"text/uri-list",
    }
}

/// Drags a list over the window and drops it, as a file manager does.
fn drop_on(app: &App, list: &str) {
    let connection = app.connect();
    let names = Atoms::new(&connection).expect("asked").reply().expect("names");
    let (source, root) = (connection.generate_id().expect("an id"), connection.setup().roots[0].root);
    let class = xproto::WindowClass::INPUT_ONLY;
    connection.create_window(0, source, root, 0, 0, 1, 1, 0, class, 0, &Default::default()).expect("sent");
    connection.set_selection_owner(source, names.XdndSelection, x11rb::CURRENT_TIME).expect("sent");
    let property = |window, name, kind: AtomEnum| {
        let asked = connection.get_property(false, window, name, kind, 0, 1).expect("asked").reply();
        asked.expect("a reply").value32().and_then(|mut values| values.next())
    };
    let target = property(app.window, names.XdndProxy, AtomEnum::WINDOW).expect("a proxy");
    assert_eq!(property(target, names.XdndProxy, AtomEnum::WINDOW), Some(target), "it is alive");
    assert_eq!(property(target, names.XdndAware, AtomEnum::ATOM), Some(5));
    let send = |name, [second, third, fourth, fifth]: [u32; 4]| {
        let message = ClientMessageEvent::new(32, app.window, name, [source, second, third, fourth, fifth]);
        connection.send_event(false, target, EventMask::NO_EVENT, message).expect("sent").check().expect("taken");
    };
    let at = app.middle_of(0);
    let rest = app.pixel(at);
    send(names.XdndEnter, [5 << 24, names.UriList, 0, 0]);
    send(names.XdndPosition, [0, 100 << 16 | 100, 0, names.XdndActionCopy]);
    loop {
        match connection.wait_for_event().expect("an event") {
            Event::ClientMessage(message) if message.type_ == names.XdndStatus => {
                assert_eq!(message.data.as_data32()[..2], [app.window, 1]);
                app.settle();
                assert_ne!(app.pixel(at), rest, "the window says that it takes the list");
                send(names.XdndDrop, [0, 0, 0, 0]);
            }
            Event::SelectionRequest(asked) => {
                let (requestor, property, target) = (asked.requestor, asked.property, asked.target);
                let replaced = PropMode::REPLACE;
                connection.change_property8(replaced, requestor, property, target, list.as_bytes()).expect("sent");
                let notice = xproto::SelectionNotifyEvent {
                    response_type: xproto::SELECTION_NOTIFY_EVENT,
                    sequence: 0,
                    time: asked.time,
                    selection: asked.selection,
                    requestor,
                    target,
                    property,
                };
                connection.send_event(false, requestor, EventMask::NO_EVENT, notice).expect("sent");
                connection.flush().expect("sent");
            }
            Event::ClientMessage(message) if message.type_ == names.XdndFinished => {
                return assert_eq!(message.data.as_data32()[..3], [app.window, 1, names.XdndActionCopy]);
            }
            _ => {}
        }
    }
}

#[test]
fn a_dropped_list_of_addresses_is_opened_and_what_cannot_be_is_named() {
    if is_left_to_x11() {
        return;
    }
    let mut app = App::start(&on(SQUARE));
    let folder = app.folder.path().display().to_string();
    for name in ["a b.obj", "c.obj"] {
        std::fs::write(app.folder.path().join(name), SQUARE).expect("written");
    }
    // Each list, what is open after it, and what was said of it.
    for (list, opened, named) in [
        ("file://D/a%20b.obj\r\n", "a b.obj", ""),
        ("file://localhostD/c.obj\r\n", "c.obj", ""),
        ("file:D/a%20b.obj", "a b.obj", ""),
        ("# files\nfile://D/c.obj\n", "c.obj", ""),
        ("file://D/a%20b.obj\r\n\0", "a b.obj", ""),
        ("file://D/lost.obj\r\nfile://D/c.obj\r\n", "c.obj", "lost.obj"),
        ("file://elsewhere/d.obj\r\nfile://D/a%20b.obj\r\n", "a b.obj", "file://elsewhere/d.obj"),
    ] {
        let (frame, told) = (app.last_frame().frame_number, app.told().len());
        drop_on(&app, &list.replace('D', &folder));
        app.wait(list, |line| frame < line.frame_number && !line.loading && line.mesh.as_deref() == Some(opened));
        app.settle();
        assert!(app.told()[told..].contains(named), "{list:?}: {}", app.told());
    }
}
