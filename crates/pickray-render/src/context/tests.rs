use super::*;

#[test]
fn several_threads_have_a_context_each() {
    let asks_its_name = || {
        let context = OffscreenContext::new().unwrap_or_else(|error| panic!("{error}"));
        // SAFETY: the context is current on this thread.
        #[allow(unsafe_code, reason = "a GL call")]
        let name = unsafe { context.gl().get_parameter_string(glow::RENDERER) };
        assert!(!name.is_empty());
    };
    let threads = [(); 3].map(|()| std::thread::spawn(asks_its_name));
    threads.into_iter().for_each(|thread| thread.join().expect("a thread with a context"));
}

#[test]
fn the_error_says_what_was_tried_and_what_to_do() {
    let error = refused(&["OpenGL 3.3 core on EGL device 0: refused".to_owned()], true);
    let message = error.to_string();
    assert!(message.contains("EGL device 0") && message.contains("apt install libegl1"), "{message}");
    let of_window = refused(&[], false).to_string();
    assert!(message.contains("3.0 offscreen: ") && of_window.contains("3.0 for a window: no driver answered"));
}
