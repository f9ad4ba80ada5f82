"""How calls end by Ctrl-C, and what handlers of signals may do meanwhile."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import pickray

# Triangles all in one place, which a ray meets at t = 5.1; their boxes reach to 5.7.
N = 20_000
CORNERS = np.array([(0, 0, 0), (1, 0, 0.3), (0, 1, 0.7)], dtype=np.float32)
BELOW, UP = (0.1, 0.1, -5.0), (0.0, 0.0, 1.0)


def pile() -> pickray.Mesh:
    return pickray.Mesh(CORNERS, np.tile(np.arange(3), (N, 1)))


def ball() -> pickray.Mesh:
    """Returns triangles that are all as far from the middle, each twice, so that the mesh is closed."""
    at = np.random.default_rng(1).normal(size=(N // 2, 1, 3))
    at = at / np.linalg.norm(at, axis=2, keepdims=True) + np.random.default_rng(2).normal(size=(N // 2, 3, 3)) * 1e-3
    return pickray.Mesh(at.reshape(-1, 3), np.repeat(np.arange(3 * (N // 2)).reshape(-1, 3), 2, axis=0))


def columns(answer: Any) -> tuple[np.ndarray, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


def slow_calls() -> dict[str, tuple[Callable[[np.ndarray], Any], Sequence[float]]]:
    """Returns by name what answers many questions, and a slow question."""
    mesh, scene, near, near_each = pile(), pickray.Scene(), ball(), pickray.Scene()
    scene.add_instances(mesh, np.eye(4) + np.zeros((6, 1, 1)))
    near_each.add_instances(near, np.eye(4) + np.zeros((6, 1, 1)))
    along = [one for of in (mesh, scene) for one in (of.closest_hit, of.any_hit, of.all_hits, of.count_hits)]
    calls = [(lambda origins, ask=ask: ask(origins, UP, t_min=5.3), BELOW, ask) for ask in along]
    calls += [(ask, (0, 0, 0), ask) for ask in (near.closest_point, near.signed_distance, near_each.closest_point)]
    calls.append((mesh.contains, (0.1, 0.1, 0.12), mesh.contains))
    return {f"{type(of.__self__).__name__}.{of.__name__}": (ask, question) for ask, question, of in calls}


def seconds(call: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def interrupt(call: Callable[[], Any], after: float) -> float:
    """Repeats the call until SIGINT, sent after so many seconds, ends it. Returns the seconds from signal to end."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    # The parent may ignore the signal, and its children then do, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(after, send).start()
    try:
        while True:
            call()
    except KeyboardInterrupt:
        return time.perf_counter() - sent[0]


def end_questions() -> None:
    for threads in (1, 2):
        with pickray.threads(threads):
            for name, (ask, question) in slow_calls().items():
                few = np.tile(question, (40, 1))
                expected = ask(few)
                # Half a minute's, or as many as there is memory for.
                each = seconds(lambda: ask(few)) / len(few)
                many = np.tile(question, (min(5_000_000, int(30 / each)), 1))
                taken, whole = interrupt(lambda: ask(many), 0.2), each * len(many)
                print(f"{name} on {threads} of {len(many)} questions: {taken:.2f} s of {whole:.2f} s")
                assert whole < 10 or taken < whole / 2, "most of it was done"
                for got, wanted in zip(columns(ask(few)), columns(expected), strict=True):
                    np.testing.assert_array_equal(got, wanted)


def end_question() -> None:
    near, n = ball(), 100
    while True:
        scene = pickray.Scene()
        scene.add_instances(near, np.eye(4) + np.zeros((n, 1, 1)))
        whole = seconds(lambda: scene.closest_point((0, 0, 0)))
        if whole > 2:
            break
        n *= 2
    for points in ((0, 0, 0), np.zeros((5000, 3))):
        taken = interrupt(lambda: scene.closest_point(points), whole / 10)
        print(f"a question takes {whole:.2f} s, of {len(points)} {taken:.2f} s")
        assert taken < whole / 2, "it was answered"


def end_building(path: Path) -> None:
    random = np.random.default_rng(1)
    n = 250_000
    while True:
        corners = random.random((n, 1, 3), dtype=np.float32) + random.random((n, 3, 3), dtype=np.float32) / 100
        records = np.zeros(n, np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")]))
        records["corners"] = corners
        path.write_bytes(b" " * 80 + np.uint32(n).tobytes() + records.tobytes())
        vertices, faces = corners.reshape(-1, 3), np.arange(3 * n).reshape(-1, 3)
        closed = pickray.Mesh(vertices, np.repeat(faces, 2, axis=0))
        calls = {
            "building": lambda: pickray.Mesh(vertices, faces),
            "Mesh.open": lambda: pickray.Mesh.open(path),
            "Scene.open": lambda: pickray.Scene.open(path),
        }
        whole = {name: seconds(call) for name, call in calls.items()}
        if min(whole.values()) > 2:
            break
        n *= 2
    for name, call in calls.items():
        taken = interrupt(call, whole[name] / 10)
        print(f"{name}: {taken:.2f} of {whole[name]:.2f} s")
        assert taken < whole[name], "all of it was done"
    # Whether a mesh is closed is found out once.
    print(f"check_closed: {interrupt(closed.check_closed, 0.05):.2f} s", f"{seconds(closed.check_closed):.2f} s in all")
    assert len(pickray.Mesh(vertices, faces)) == n


def alone(call: str) -> None:
    """Calls a function of this file in a process of its own, in whose main thread a signal is handled."""
    of_file = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import pathlib, test_signals as t; "
    done = subprocess.run([sys.executable, "-c", of_file + call], capture_output=True, text=True)
    print(done.stdout, done.stderr)
    assert done.returncode == 0, done.stderr


def test_ctrl_c_ends_long_calls_without_a_result() -> None:
    alone("t.end_questions()")


def test_ctrl_c_ends_a_question_of_many_instances() -> None:
    alone("t.end_question()")


def test_ctrl_c_ends_building_and_loading(tmp_path: Path) -> None:
    alone(f"t.end_building(pathlib.Path({str(tmp_path / 'many.stl')!r}))")


def change_meanwhile() -> None:
    mesh, scene = pile(), pickray.Scene()
    scene.add(mesh)
    n = int(1.5 / seconds(lambda: scene.count_hits(np.tile(BELOW, (40, 1)), UP)) * 40)
    origins = np.tile(BELOW, (n, 1))
    found: list[tuple[int, bool]] = []

    def handler(*_: Any) -> None:
        index = scene.add(mesh, np.diag([1.0, 1, 1, 1]) + len(found) * np.eye(4, k=3))
        found.append((index, scene.any_hit(BELOW, UP)))
        mesh.refit(CORNERS)

    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.3)
    while not found:
        counts = scene.count_hits(origins, UP)
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(f"{len(found)} signals")
    assert found and all(met for _, met in found) and len(scene) == 1 + len(found)
    assert (counts == N).all(), "it asks the scene as it was"


def test_handlers_may_change_what_is_asked_and_the_call_goes_on() -> None:
    alone("t.change_meanwhile()")


def ask_elsewhere() -> None:
    mesh, counts = pile(), []
    n = int(1.5 / seconds(lambda: mesh.count_hits(np.tile(BELOW, (40, 1)), UP)) * 40)
    thread = threading.Thread(target=lambda: counts.append(mesh.count_hits(np.tile(BELOW, (n, 1)), UP)))
    thread.start()
    print(f"{interrupt(lambda: time.sleep(60), 0.2):.2f} s")
    thread.join()
    assert (counts[0] == N).all()


def test_ctrl_c_ends_no_call_of_another_thread() -> None:
    alone("t.ask_elsewhere()")
