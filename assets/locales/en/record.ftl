# Labels of a pick, and what they mean. In English they are those of the record.
record-file = File
record-file-about = The mesh's file or sample, as it was opened.
record-no-hit = No hit
record-no-hit-about = Why nothing is hit.
record-hit = Hit
record-hit-about = Its place among all hits along the ray, the nearest first.
record-point = Point
record-point-about = Where the ray meets the triangle, in world space and world units.
record-point-in-the-file = Point in the file
record-point-in-the-file-about = The same point in object space: the file's own coordinates.
record-normal = Normal
record-normal-about = Unit normal of the front, in world space; 0, 0, 0 for a triangle without area.
record-area = Area
record-area-about = The triangle's area in world space, in squared world units.
record-side = Side
record-side-about = The side that is seen. The front is where the corners run counter-clockwise in the picture.
record-object = Object
record-object-about = The object of the scene: its file, its glTF node, or the sample.
record-triangle = Triangle
record-triangle-about = Its index in the mesh, from 0.
record-line = Line
record-line-about = The line of the file on which its face begins, from 1.
record-text = Text
record-text-about = That line, as it stands in the file.
record-record = Record
record-record-about = The record of the binary file that is its face, from 1, and the byte where it begins.
record-bytes = Bytes
record-bytes-about = That record, in hexadecimal.
record-face = Face
record-face-about = The polygon of the file that the triangle belongs to, from 1, in the order of the file.
record-object-in-the-file = Object in the file
record-object-in-the-file-about = The name after o or solid.
record-group = Group
record-group-about = The names after g, or the mesh and primitive of glTF.
record-material = Material
record-material-about = The name after usemtl.
record-material-colour = Material colour
record-material-colour-about = The diffuse colour of its material, in sRGB.
record-colour = Colour
record-colour-about = The mesh's colour at the point, in sRGB, from corners, face and material as far as the file has them.
record-texel = Texel
record-texel-about = The texture's pixel at the point: its colour, column and row from the top left, and image.
record-shading-normal = Shading normal
record-shading-normal-about = Unit normal mixed from the mesh's normals at the corners by w, u and v, in world space.
record-texture-u-v = Texture U V
record-texture-u-v-about = The file's texture coordinates at the corners, mixed by w, u and v. U and V are places in an image; u and v are shares of this triangle.
record-second-u-v = Second U V
record-second-u-v-about = The file's texture coordinates at the corners, mixed by w, u and v. U and V are places in an image; u and v are shares of this triangle.
record-vertices = Vertices
record-vertices-about = The indices of a, b and c in the mesh, from 0; in brackets the numbers of OBJ, from 1.
record-nearest-vertex = Nearest vertex
record-nearest-vertex-about = The vertex nearest to the point, in world space.
record-t = t
record-t-about = Where along the ray: 0 on the near plane, 1 on the far plane (at infinity: twice as far from the eye as the near point). It is the same in eye, world and object space.
record-t-in-words = t = { $t } of the way from near to far; { $distance } from the near point
record-t-without-far = t = { $t } times the way from the eye to the near point; { $distance } from that point
record-from-the-eye = From the eye
record-from-the-eye-about = Distance from the eye, in world units. In an orthographic view it is measured from the plane through the eye, and is negative behind it.
record-from-near = From near
record-from-near-about = Distance from the near plane along the ray, in world units.
record-angle-to-the-ray = Angle to the ray
record-angle-to-the-ray-about = Between the ray and the triangle's normal line: 0° is head on.
record-window-x-y = Window x, y
record-window-x-y-about = The point in window coordinates: physical pixels from the lower left.
record-depth = Depth
record-depth-about = Its window depth: 0 on the near plane, 1 on the far plane; the other way round with reversed depth.
record-tested = Tested
record-tested-about = Boxes of the tree, and triangles, that the ray was tested against.
record-took = Took
record-took-about = How long the pick takes when the caches hold mesh and tree.
record-barycentric-u-v-w = Barycentric u v w
record-barycentric-u-v-w-about = Weights of the corners b, c and a at the point; w is 1 − u − v.
record-place = Place
record-place-about = The part of the triangle that the ray meets, decided exactly.
record-shared-with = Shared with
record-shared-with-about = Other triangles that the ray meets in the same point of that edge or corner.
record-corner-a = Corner a
record-corner-a-about = In object space: the file's own coordinates.
record-corner-b = Corner b
record-corner-b-about = In object space: the file's own coordinates.
record-corner-c = Corner c
record-corner-c-about = In object space: the file's own coordinates.
record-edge-lengths = Edge lengths
record-edge-lengths-about = Of ab, bc and ca, in world units.

# Headings.
record-heading-barycentric = Barycentric
record-heading-corners = Corners
record-heading-ray = Ray
record-heading-cost = Cost

# Values in words.
record-boxes = { $count ->
    [one] { $number } box
   *[other] { $number } boxes
}
record-triangles = { $count ->
    [one] { $number } triangle
   *[other] { $number } triangles
}
record-tested-both = { $boxes }, { $triangles }
