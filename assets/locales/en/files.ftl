# Why a file is not read or not written. In English this is what the command line says, too.
file-not-a-file = { $path }: { $what }; name a file
file-too-long = { $path }: is longer than { $most } MiB, the most for such a file; name another file
file-unreadable = { $path }: cannot be read: { $problem }; check the path and the permissions
file-is-input = { $path }: is read by this command, which never overwrites what it reads; name another file
file-is-open = { $path }: is open here, and an open file is never overwritten; name another file
file-is-there = { $path }: already exists; name another file, or replace it with --force
file-is-mesh = { $path }: already exists and is a mesh; name another file
file-is-folder = { $path }: is a folder; name a file in it
folder-of-meshes = { $count ->
    [one] { $path }: is a folder with one mesh, { $names }; open that
   *[other] { $path }: is a folder of { $count } meshes, { $names }; open one of them
}
folder-of-nothing = { $path }: is a folder without a mesh or a lesson (a file named NAME.lesson.json); open another
file-no-folder = { $path }: cannot be written: there is no folder { $folder }; create it, or name another
file-unwritable = { $path }: cannot be written: { $problem }; check the folder, its permissions and its free space
export-refused = { $path }: is not written: { $problem }

# Why the index of a folder of lessons cannot be used, or lessons are not published.
published-refused = { $path }: is not an index of lessons: { $problem }; write it with pickray learn FOLDER --publish OUT
published-of-version = it is of version { $version }, and this pickray reads version { $known }
published-too-many = it lists { $count } files, and the most is { $most }
published-outside = it lists { $name }, which is not a plain name of a file in the folder
published-too-large = it lists { $name } with { $bytes } bytes, and the most is { $most } MiB
