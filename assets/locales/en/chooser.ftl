chooser-folder = Folder
chooser-home = Home
chooser-up = Up
chooser-name = Name
chooser-all-that-opens = Meshes, lessons and situations
chooser-meshes = Meshes (OBJ, OFF, PLY, STL, glTF)
chooser-all-files = All files
chooser-name-hint = part of a name, or a path
chooser-reading = Reading…
chooser-nothing = Nothing to choose here.
chooser-marked = { $count ->
    [one] One file: Enter opens it.
   *[other] { $count } files: Enter opens them as one scene.
}
chooser-keys = Arrows choose, Enter opens, Esc closes.
chooser-keys-several = Arrows choose, Enter opens, Ctrl+click takes several, Esc closes.
chooser-cut = Only { $count } entries are listed: type a name to open another.
chooser-open = Open
chooser-replace = Replace
chooser-save = Save
chooser-is-there = { $name } already exists: Replace overwrites it.
chooser-no-such-file = { $path }: there is no such file.
