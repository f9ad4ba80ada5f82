explain-elsewhere = Picks are explained in the Pick workspace (F2).
verify-elsewhere = Pixels are verified in the Pick workspace (F2).
saved-as = Saved as { $path }.
saved-to-replay = Saved; pickray replay { $path } runs it again.
ndc-needs-two-views = R shows two views; N then draws the second one in NDC.
ndc-needs-pick = Nothing has been picked yet: click at the left first, then N draws its frustum as a cube.
open-mesh = Open a mesh
open-meshes = Open meshes, lessons or situations
add-meshes = Add meshes to the scene
file-is-small = { $name } is hardly visible: the whole scene is { $times } times as large. Double-click it in the list of objects to go to it.
stopped-reading = Stopped reading { $name }.
export-mesh = Export the mesh
export-selection = Export the selected triangles
export-formats = Meshes (OBJ, PLY, STL, GLB)
export-no-format = { $path }: its extension is not a format that can be written: use { $endings }.
export-stopped = Stopped writing { $name }.
exported = { $count ->
    [one] Wrote { $count } triangle to { $path }.
   *[other] Wrote { $count } triangles to { $path }.
}
exported-rounded = { $count ->
    [one] Wrote { $count } triangle to { $path }; coordinates were rounded by at most { $most }.
   *[other] Wrote { $count } triangles to { $path }; coordinates were rounded by at most { $most }.
}
exported-names = { $told } Its names were converted to UTF-8.
exported-no-textures = { $told } Textures are left out: a GLB file would keep them.
exported-no-placement = { $told } Scale, offset and clamp of textures are left out: a GLB file would keep them.
exported-no-colors = { $told } Colours are left out: the format has no place for all of them.
exported-no-gaps = { $told } Corners without texture coordinates or normals have zeros there.
exported-no-attributes = { $told } Texture coordinates or normals are left out: the format has no place for all of them.
exported-hidden = { $count ->
    [one] { $told } { $count } hidden object is in it, and visible there.
   *[other] { $told } { $count } hidden objects are in it, and visible there.
}
no-pick-yet = Nothing has been picked yet: click a triangle first.
copied-record = the record of the pick
copied-json = the record of the pick as JSON
no-pick-to-copy = There is no pick to copy: click a triangle first.
copied-function = the function, with the numbers of this pick
copied-situation = the situation; paste it with Ctrl+V
no-situation-to-copy = There is no situation to copy: click a triangle first.
open-mesh-of-situation = Open the mesh of the situation
situation-restored = Restored the situation.
situation-restored-alone = Restored the situation. It is of { $name } alone: the other open meshes are not shown.
situation-needs-mesh = The situation is of { $name }: open that mesh to continue.
situation-waits = The situation waits for { $name }
situation-many = { $millions } M triangles: open?
texts-missing = The Chinese texts could not be fetched, so this visit is in English: reload the page to try again.
situation-of-other-mesh = { $name } is not the mesh that the situation was made with: numbers may differ from the original.
errors-none = No errors so far.
errors-one = the error

# $what is a label of a row, or one of the texts copied-….
copied = Copied { $what }.
copied-picture = Copied the picture.
picture-not-copied = This clipboard does not take pictures. Save it instead: File > Save picture.
picture-not-made = { $problem }; choose a smaller size.

# Text from the clipboard.
pasted-nothing = The clipboard holds no text.
pasted-unknown = This is not the path of a file, the text of a mesh, or a situation.

# What is wrong with a situation that was pasted, opened or given.
situation-of-lesson = The lesson { $name } is not here: open its file and paste the line again.
loaded-with-warnings = { $count ->
    [one] { $name }: { $count } warning.
   *[other] { $name }: { $count } warnings.
}
texture-transparent = { $image } has transparent parts: they are drawn, and hit, as if they were opaque.
texture-smaller = { $image } is larger than the GPU allows: it is shown with { $width } × { $height } pixels.
texture-no-memory = The GPU has no memory for the texture { $image }, so it is not shown.
saved-to-open = Saved; pickray { $path } opens it.
loaded-with-z-up = { $name }: z is taken as up, as in most { $format } files.
loaded-lying = { $name }: y is taken as up, as in most { $format } files, but the mesh seems to lie on its back.
up-y = y is up
up-about = Turns the camera; coordinates stay. Settings can set it for all files.
up-keep = For all { $format } files
up-keep-about = Uses the present up axis, or the one you choose here, for all files of this format. Settings list it.
click-waits = The click waits until the tree is built.
copied-link = an address that shows this pick
copied-embed-code = the code of a figure for an article
# Title of a figure in an article, for those who do not see it.
figure-title = pickray: a pick in { $name }
figure-whole = Open the whole page in a new tab
address-unknown = The address says { $asked }, which is ignored: it can be { $known }.
# A person's own machine has no addresses: these are of the web page.
link-too-long = The address holds more than { $most } KiB, longer than any link of pickray: copy it again.
link-too-long-to-copy = This situation has more than { $most } KiB, too long for an address: copy the situation instead.
page-file-too-large = { $name } has { $size }, and a browser takes files up to { $most }: make it smaller, or open it in pickray on your own machine.
page-task-stopped = The page's worker stopped: { $problem }. Try it again; if the mesh is very large, open it in pickray on your own machine.
page-worker-stopped = The page's worker stopped: { $problem }. Open the mesh again; if it is very large, open it in pickray on your own machine.
page-worker-missing = The page's worker cannot be fetched: reload the page. If that does not help, tell the host of the page that worker.js is missing.
page-not-opened = The browser did not open the page: its address is selected; copy it by hand.
page-not-copied = The browser did not allow copying: the text is selected; copy it by hand.
page-picture-not-copied = The browser did not allow the picture to be copied: save it instead.
page-not-pasted = The browser did not allow the clipboard to be read: press Ctrl+V in the picture instead.
page-context-lost = The browser has taken the graphics away. The picture returns when the browser gives them back. If it does not, reload the page.
# Lessons in a folder beside the page, which ?lessons= in the address names.
lessons-no-folder = ?lessons={ $path } names no folder beside this page: name one below it, as in ?lessons=course/.
lessons-not-fetched = { $path } cannot be fetched: { $problem }. Check that all published files lie beside the page, or publish them again.
lessons-other-length = its length is not that in index.json
lessons-file-too-long = it is longer than { $most } MiB
page-no-lessons = { $name } is a lesson, and a page opens no lessons from files: open it in pickray on your own machine.
page-newer = A newer version of pickray is available. It starts with the next visit.
page-picture = Picture of the mesh. K shows a crosshair, the arrow keys move it, and Enter picks there.
ray-view-now = Ray of the pick: { $view }. { $key } again: { $next }.
present-keys = Presenting: { $back } and { $on } go from step to step, { $cover } covers the steps that follow, { $end } ends.
present-end = Presenting: { $end } ends.
