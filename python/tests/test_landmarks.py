"""Landmarks in files, which csv and xml.etree read, and on meshes."""

import csv
import json
import random
import re
import xml.etree.ElementTree
from pathlib import Path

import numpy as np
import pytest
from test_mesh import FACES, VERTICES

import pickray

LETTERS = [",", '"', "'", "\n", "\r", "\t", " ", "a", "é", "鼻", ";", "<", ">", "&", "]]>", "&amp;", "="]


def escaped(name: str) -> str:
    """The name as a table has it: with an apostrophe where a spreadsheet would take it for a formula."""
    return "'" + name if re.match(r"'*[=+\-@\t\r]", name) else name


@pytest.fixture
def mesh() -> pickray.Mesh:
    return pickray.Mesh(VERTICES, FACES)


@pytest.fixture
def landmarks(mesh: pickray.Mesh) -> pickray.Landmarks:
    seed = random.randrange(2**32)
    print("seed", seed)
    chance, numbers = random.Random(seed), np.random.default_rng(seed)
    n = 200
    names = ["".join(chance.choices(LETTERS, k=chance.randrange(6))) for _ in range(n)]
    triangles = numbers.integers(0, len(FACES), n)
    weights = numbers.dirichlet([1, 1, 1], n)
    weights[::3] = np.eye(3)[numbers.integers(0, 3, len(weights[::3]))]
    points = np.einsum("nk,nkd->nd", weights, mesh.vertices[mesh.faces[triangles]])
    return pickray.Landmarks(names, points, triangles, weights)


def test_a_table_is_read_by_csv(landmarks: pickray.Landmarks, tmp_path: Path) -> None:
    landmarks.save(tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == [escaped(name) for name in landmarks.names]
    assert [[float(row[axis]) for axis in "xyz"] for row in rows] == landmarks.points.tolist()
    assert [int(row["triangle"]) for row in rows] == landmarks.triangles.tolist()
    weights = [[float(row[f"weight_{corner}"]) for corner in "abc"] for row in rows]
    assert weights == landmarks.weights.tolist()


def test_a_table_of_csv_is_read(landmarks: pickray.Landmarks, tmp_path: Path) -> None:
    for dialect in ("excel", "unix"):
        with (tmp_path / "a.csv").open("w", newline="", encoding="utf-8-sig") as file:
            writer = csv.writer(file, dialect)
            writer.writerow(["z", "note", "Name", "y", "x"])
            for name, (x, y, z) in zip(landmarks.names, landmarks.points.tolist()):
                writer.writerow([z, "a, b", escaped(name), y, x])
        read = pickray.Landmarks.open(tmp_path / "a.csv")
        assert read.names == landmarks.names and (read.points == landmarks.points).all()
        assert (read.triangles == -1).all() and np.isnan(read.weights).all() and read.moved is None


def test_picked_points_are_read_by_an_xml_parser(landmarks: pickray.Landmarks, tmp_path: Path) -> None:
    landmarks.save(tmp_path / "a.pp")
    root = xml.etree.ElementTree.parse(tmp_path / "a.pp").getroot()
    points = root.findall("point")
    assert root.tag == "PickedPoints" and len(points) == len(landmarks)
    assert [point.get("name") for point in points] == landmarks.names
    assert [[float(point.attrib[axis]) for axis in "xyz"] for point in points] == landmarks.points.tolist()
    assert {point.get("active") for point in points} == {"1"}


def test_picked_points_of_an_xml_writer_are_read(landmarks: pickray.Landmarks, tmp_path: Path) -> None:
    root = xml.etree.ElementTree.Element("PickedPoints")
    data = xml.etree.ElementTree.SubElement(root, "DocumentData")
    xml.etree.ElementTree.SubElement(data, "templateName", name="new Template")
    for name, (x, y, z) in zip(landmarks.names, landmarks.points.tolist()):
        place = {"x": repr(x), "y": repr(y), "z": repr(z), "name": name}
        xml.etree.ElementTree.SubElement(root, "point", place, active="1")
        xml.etree.ElementTree.SubElement(root, "point", place, active="0")
    for encoding in ("utf-8", "us-ascii"):
        xml.etree.ElementTree.ElementTree(root).write(tmp_path / "a.pp", encoding, xml_declaration=True)
        read = pickray.Landmarks.open(tmp_path / "a.pp")
        assert read.names == landmarks.names and (read.points == landmarks.points).all()


def test_json_holds_everything(landmarks: pickray.Landmarks, tmp_path: Path) -> None:
    landmarks.save(tmp_path / "a.json")
    read = pickray.Landmarks.open(str(tmp_path / "a.json"))
    for column in ("points", "triangles", "weights"):
        assert (getattr(read, column) == getattr(landmarks, column)).all()
    listed = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert [landmark["name"] for landmark in listed["landmarks"]] == landmarks.names == read.names


def test_landmarks_are_put_onto_a_mesh(landmarks: pickray.Landmarks, mesh: pickray.Mesh) -> None:
    placed = landmarks.onto(mesh)
    assert placed.moved is not None and placed.moved.max() < 1e-6
    assert (placed.triangles == landmarks.triangles).all() and (placed.weights == landmarks.weights).all()
    turned = pickray.Mesh(VERTICES, FACES[::-1])
    placed = landmarks.onto(turned)
    corners = turned.vertices[turned.faces[placed.triangles]]
    np.testing.assert_allclose(np.einsum("nk,nkd->nd", placed.weights, corners), placed.points, atol=1e-6)
    assert placed.moved is not None
    np.testing.assert_allclose(np.linalg.norm(placed.points - landmarks.points, axis=1), placed.moved, atol=1e-9)
    assert len(pickray.Landmarks([], np.zeros((0, 3))).onto(mesh)) == 0


def test_what_is_no_landmark_is_refused(tmp_path: Path, mesh: pickray.Mesh) -> None:
    (tmp_path / "a.csv").write_text("x,y,z\n1,2,three\n")
    (tmp_path / "later.json").write_text('{"version": 2, "landmarks": []}')
    for ask, error, message in [
        (lambda: pickray.Landmarks.open(tmp_path / "none.csv"), FileNotFoundError, "none.csv"),
        (lambda: pickray.Landmarks.open(tmp_path / "a.csv"), ValueError, "a.csv: line 2 has no number as z"),
        (lambda: pickray.Landmarks.open(tmp_path / "later.json").onto(mesh), ValueError, "version 2"),
        (lambda: pickray.Landmarks(["a"], [[0, 0, 0]]).save(tmp_path / "a.txt"), ValueError, "end in .json, .csv"),
        (lambda: pickray.Landmarks(["a"], [[0, 0, 0], [1, 1, 1]]), ValueError, "points are 2, and names 1"),
        (lambda: pickray.Landmarks(["a"], [[0, 0, np.inf]]), ValueError, r"points\[0\]"),
        (lambda: pickray.Landmarks(["a"], [[0, 0, 0]], [3]), ValueError, r"points\[0\] or its weights"),
        (lambda: pickray.Landmarks(["a"], [[0, 0, 0]], [0.5]), ValueError, "triangles has dtype"),
    ]:
        with pytest.raises(error, match=message):
            ask()
