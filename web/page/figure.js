// What the address says of the page's look, before the program is there; and in an article, who has wheel and fingers.
{
    const root = document.documentElement;
    const asked = new URLSearchParams(location.search);
    const theme = asked.get("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;

    /** How far a finger rolls that taps, in pixels. */
    const mostOfTap = 12;

    /** Leaves wheel and one finger to the article around a figure, until the figure is clicked or tapped. */
    function share(canvas) {
        let isTaken = false;
        // The first finger, until it is known whether it taps, scrolls or is one of two; and those the window has.
        let first = null;
        const fingers = new Set();
        const take = (is) => root.classList.toggle("taken", isTaken = is);
        const hear = (name, call) => canvas.addEventListener(name, call, { capture: true, passive: false });
        const hide = (event) => event.stopImmediatePropagation();
        const forget = (event) => {
            first = null;
            hide(event);
        };
        const isFirst = ({ pointerId }) => pointerId === first?.pointerId;
        const pass = () => {
            const event = new PointerEvent("pointerdown", first);
            first = null;
            canvas.dispatchEvent(event);
        };
        hear("wheel", (event) => { if (!isTaken && !event.ctrlKey) hide(event); });
        hear("pointerdown", (event) => {
            if (event.pointerType !== "touch") return take(true);
            if (!event.isTrusted || isTaken || fingers.size) return fingers.add(event.pointerId);
            if (!first) {
                first = event;
                return hide(event);
            }
            pass();
            fingers.add(event.pointerId);
        });
        hear("pointermove", (event) => { if (isFirst(event)) hide(event); });
        hear("pointerup", (event) => {
            fingers.delete(event.pointerId);
            if (!isFirst(event)) return;
            const by = [event.clientX - first.clientX, event.clientY - first.clientY];
            if (Math.hypot(...by) > mostOfTap) return forget(event);
            take(true);
            canvas.focus({ preventScroll: true });
            pass();
        });
        hear("pointercancel", (event) => {
            fingers.delete(event.pointerId);
            if (isFirst(event)) forget(event);
        });
        // Two fingers neither scroll nor zoom the article.
        const keep = (event) => {
            if (!isTaken && event.touches.length > 1 && event.cancelable) event.preventDefault();
        };
        hear("touchstart", keep);
        hear("touchmove", keep);
        hear("keydown", (event) => {
            if (event.key !== "Escape") return;
            hide(event);
            take(false);
            canvas.blur();
            parent.focus();
        });
        addEventListener("blur", () => take(false));
    }

    if (["picture", "ladder", "lesson"].includes(asked.get("embed")) && self !== top) {
        root.classList.add("figure");
        addEventListener("DOMContentLoaded", () => share(document.getElementById("pickray")));
    }
}
