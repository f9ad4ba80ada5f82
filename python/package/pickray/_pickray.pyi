# Signatures of the compiled module; its docstrings say the rest: `help(pickray.Mesh)`.
from os import PathLike
from typing import Any, Literal, Sequence, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

from ._results import AllHits, AllSceneHits, Closest, Hits, Image, NearestFeature, Pick, SceneClosest, SceneHits

__all__ = ["Landmarks", "Mesh", "Scene", "angle", "distance", "frustum", "path_length", "threads"]

_Culling = Literal["none", "back", "front"]
_Test = Literal["touching", "inside", "centroid"]
_SkipOfScene = SceneHits | dict[str, ArrayLike]
_Sample = Literal["center", "exact"]
_Clip = Literal["opengl", "wgpu", "vulkan", "opengl-reversed", "wgpu-reversed", "vulkan-reversed"]

@final
class threads:
    def __new__(cls, n: int) -> Self: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *error: object) -> None: ...

def angle(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> float | None: ...
def distance(a: ArrayLike, b: ArrayLike) -> float: ...
def path_length(points: ArrayLike) -> float: ...
def frustum(
    view_matrix: ArrayLike,
    projection_matrix: ArrayLike,
    viewport: Sequence[int],
    outline: ArrayLike,
    *,
    clip: _Clip = "opengl",
    window: tuple[int, int] | None = None,
) -> NDArray[np.float64]: ...

@final
class Landmarks:
    def __new__(
        cls,
        names: Sequence[str],
        points: ArrayLike,
        triangles: ArrayLike | None = None,
        weights: ArrayLike | None = None,
    ) -> Self: ...
    @staticmethod
    def open(path: str | PathLike[str]) -> Landmarks: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    def onto(self, mesh: Mesh) -> Landmarks: ...
    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def points(self) -> NDArray[np.float64]: ...
    @property
    def triangles(self) -> NDArray[np.int64]: ...
    @property
    def weights(self) -> NDArray[np.float64]: ...
    @property
    def moved(self) -> NDArray[np.float64] | None: ...

@final
class Mesh:
    def __new__(
        cls,
        vertices: ArrayLike,
        faces: ArrayLike,
        uv: ArrayLike | None = None,
        uv2: ArrayLike | None = None,
        normals: ArrayLike | None = None,
    ) -> Self: ...
    @staticmethod
    def open(path: str | PathLike[str]) -> Mesh: ...
    @property
    def vertices(self) -> NDArray[np.float64]: ...
    @property
    def faces(self) -> NDArray[np.uint32]: ...
    @property
    def uv(self) -> NDArray[np.float32] | None: ...
    @property
    def uv2(self) -> NDArray[np.float32] | None: ...
    @property
    def normals(self) -> NDArray[np.float32] | None: ...
    @property
    def images(self) -> list[Image]: ...
    def interpolate(
        self, hits: Hits | SceneHits | AllHits | AllSceneHits | Pick, values: ArrayLike
    ) -> NDArray[np.float64]: ...
    @property
    def bounds(self) -> NDArray[np.float64]: ...
    @property
    def rounding(self) -> float: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def closest_hit(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: float = 0.0,
        t_max: float = ...,
        culling: _Culling = "none",
        skip: ArrayLike | Hits | None = None,
    ) -> Hits: ...
    def all_hits(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: float = 0.0,
        t_max: float = ...,
        culling: _Culling = "none",
        skip: ArrayLike | Hits | None = None,
    ) -> AllHits: ...
    def any_hit(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: float = 0.0,
        t_max: float = ...,
        culling: _Culling = "none",
        skip: ArrayLike | Hits | None = None,
    ) -> NDArray[np.bool_]: ...
    def count_hits(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: float = 0.0,
        t_max: float = ...,
        culling: _Culling = "none",
        skip: ArrayLike | Hits | None = None,
    ) -> NDArray[np.uint32]: ...
    def closest_point(self, points: ArrayLike, *, max_distance: float = ...) -> Closest: ...
    def contains(self, points: ArrayLike) -> NDArray[np.bool_]: ...
    def signed_distance(self, points: ArrayLike) -> NDArray[np.float64]: ...
    def check_closed(self) -> None: ...
    def triangles_in_box(self, low: ArrayLike, high: ArrayLike, *, test: _Test = "touching") -> NDArray[np.int64]: ...
    def triangles_in_sphere(self, center: ArrayLike, radius: float, *, test: _Test = "touching") -> NDArray[np.int64]: ...
    def triangles_in_frustum(self, planes: ArrayLike, *, test: _Test = "touching") -> NDArray[np.int64]: ...
    def refit(self, vertices: ArrayLike) -> None: ...
    def pick(
        self,
        view_matrix: ArrayLike,
        projection_matrix: ArrayLike,
        viewport: Sequence[int],
        x: float,
        y: float,
        *,
        sample: _Sample = "center",
        clip: _Clip = "opengl",
        window: tuple[int, int] | None = None,
        culling: _Culling = "none",
    ) -> Pick | None: ...

@final
class Scene:
    def __new__(cls) -> Self: ...
    @staticmethod
    def open(path: str | PathLike[str]) -> Scene: ...
    def add(self, mesh: Mesh, transform: ArrayLike | None = None, *, mask: int = ..., name: str = "") -> int: ...
    def add_instances(self, mesh: Mesh, transforms: ArrayLike, *, mask: int = ...) -> NDArray[np.int64]: ...
    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def transforms(self) -> NDArray[np.float64]: ...
    def set_transforms(
        self, transforms: ArrayLike, objects: Sequence[int] | NDArray[np.integer[Any]] | None = None
    ) -> None: ...
    def set_mesh(self, object: int, mesh: Mesh) -> None: ...
    def set_mask(self, object: int, mask: int) -> None: ...
    def closest_hit(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: float = 0.0,
        t_max: float = ...,
        culling: _Culling = "none",
        mask: int = ...,
        skip: _SkipOfScene | None = None,
    ) -> SceneHits: ...
    def all_hits(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: float = 0.0,
        t_max: float = ...,
        culling: _Culling = "none",
        mask: int = ...,
        skip: _SkipOfScene | None = None,
    ) -> AllSceneHits: ...
    def any_hit(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: float = 0.0,
        t_max: float = ...,
        culling: _Culling = "none",
        mask: int = ...,
        skip: _SkipOfScene | None = None,
    ) -> NDArray[np.bool_]: ...
    def count_hits(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: float = 0.0,
        t_max: float = ...,
        culling: _Culling = "none",
        mask: int = ...,
        skip: _SkipOfScene | None = None,
    ) -> NDArray[np.uint32]: ...
    def closest_point(self, points: ArrayLike, *, max_distance: float = ...) -> SceneClosest: ...
    def pick(
        self,
        view_matrix: ArrayLike,
        projection_matrix: ArrayLike,
        viewport: Sequence[int],
        x: float,
        y: float,
        *,
        sample: _Sample = "center",
        clip: _Clip = "opengl",
        window: tuple[int, int] | None = None,
        culling: _Culling = "none",
        mask: int = ...,
    ) -> Pick | None: ...
    def nearest_feature(
        self,
        view_matrix: ArrayLike,
        projection_matrix: ArrayLike,
        viewport: Sequence[int],
        x: float,
        y: float,
        radius: float,
        *,
        corners: bool = True,
        edges: bool = True,
        clip: _Clip = "opengl",
        window: tuple[int, int] | None = None,
        culling: _Culling = "none",
        mask: int = ...,
    ) -> NearestFeature | None: ...
