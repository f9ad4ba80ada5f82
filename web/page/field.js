// An input of the document over the text field that is edited by a finger: it brings keyboard, input methods and menus.
const [canvas, input] = ["pickray", "field"].map((id) => document.getElementById(id));
/** Keys that mean something to the window beside typing. */
const keys = ["Enter", "Escape", "Tab", "ArrowUp", "ArrowDown"];
/** Milliseconds in which a field may follow the one before it, whose keyboard stays. */
const patience = 300;
/** Pixels that a finger may move as it taps. */
const slack = 10;
let [isUnderFinger, isComposing, begun, leaving] = [false, false, [0, 0]];

/** Calls `tell` with the whole text, and the ends of what is selected in it, whenever one of them changes. */
globalThis.pickrayField = (tell) => {
    const report = () => tell(input.value, input.selectionStart, input.selectionEnd);
    input.addEventListener("input", report);
    document.addEventListener("selectionchange", () => { if (document.activeElement === input) report(); });
};

globalThis.pickrayUnderFinger = (isField) => { isUnderFinger = isField; };
canvas.addEventListener("touchstart", ({ touches: [{ clientX, clientY }] }) => { begun = [clientX, clientY]; });
// Some browsers bring a keyboard as the finger lifts, or not at all: the window lays the input over the field later.
canvas.addEventListener("touchend", (event) => {
    const { clientX, clientY } = event.changedTouches[0];
    const isTap = !event.touches.length && Math.hypot(clientX - begun[0], clientY - begun[1]) < slack;
    if (!isUnderFinger || !isTap) return;
    // No mouse is to be made of it, which would take the focus.
    event.preventDefault();
    Object.assign(input.style, { left: `${clientX}px`, top: `${clientY}px` });
    input.focus({ preventScroll: true });
    pickrayHidesField();
}, { passive: false });

globalThis.pickrayShowsField = (left, top, width, height, inputMode, colorScheme) => {
    clearTimeout(leaving);
    // Apple's keyboard for decimals has no minus.
    const mode = navigator.vendor.startsWith("Apple") ? "text" : inputMode;
    if (input.inputMode !== mode) input.inputMode = mode;
    const [x, y, w, h] = [left, top, width, height].map((length) => `${length}px`);
    Object.assign(input.style, { left: x, top: y, width: w, height: h, colorScheme });
    if (input.className) return;
    input.className = "shown";
    input.focus({ preventScroll: true });
};

globalThis.pickrayFillsField = (text, from, to) => {
    // What is being composed would be lost.
    if (isComposing) return;
    input.value = text;
    input.setSelectionRange(from, to);
};

/** Takes the input away, and its keyboard if no other field follows soon. */
globalThis.pickrayHidesField = () => {
    input.className = "";
    // The next field may follow at once, and begins with a text of its own.
    input.value = "";
    clearTimeout(leaving);
    leaving = setTimeout(() => {
        if (document.activeElement === input) canvas.focus({ preventScroll: true });
    }, patience);
};

input.addEventListener("compositionstart", () => { isComposing = true; });
input.addEventListener("compositionend", () => { isComposing = false; });
for (const kind of ["keydown", "keyup"]) {
    input.addEventListener(kind, (event) => {
        if (event.isComposing || !keys.includes(event.key)) return;
        event.preventDefault();
        canvas.dispatchEvent(new KeyboardEvent(kind, event));
    });
}
