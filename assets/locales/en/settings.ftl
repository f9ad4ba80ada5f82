settings = Settings
settings-remembered = Kept for the next start, with the window's size, the workspace and the recent files.

settings-theme = Theme
theme-of-desktop = Like the desktop
theme-light = Light
theme-dark = Dark

# Each language is written in its own name.
settings-language = Language
settings-language-of-system = Like the system

settings-size = Size
settings-size-small = Small
settings-size-usual = Normal
settings-size-large = Large
settings-size-larger = Larger

settings-navigation = Navigation

settings-shading = Shading
settings-shading-flat = Flat
settings-shading-smooth = Smooth

# Which axis is up.
settings-up = Up
settings-up-by-format = By the format's convention
settings-up-in = Up in { $format }

settings-antialiasing = Antialiasing
settings-samples-off = Off
settings-samples = { $count ->
    [one] { $count } sample
   *[other] { $count } samples
}

settings-ray = Ray of the pick

settings-picture = Picture
settings-picture-axes = Axes

settings-motion = Motion
settings-motion-reduced = Reduced
settings-motion-asked = The browser asks for it
settings-motion-reduced-about = Rings small hits without animation, switches to NDC at once, and darkens folds at once

settings-panels = Panels
settings-panels-left = Side panel at the left
settings-panels-explain = Ladder and Setup
settings-panels-hints = Hint line

# A drag and what it does.
settings-navigation-drag = { $gesture }: { $does }

# What is wrong with their file.
settings-damaged-kept = The settings could not be read ({ $reason }). They are kept as { $path }, and the defaults are used.
settings-damaged-left = The settings could not be read ({ $reason }). They stay where they are, and the defaults are used.
settings-too-long = the file is too long
settings-unreadable = { $problem }. The default settings are used.
settings-no-folder = { $folder }: { $problem }; the settings are not saved.
settings-not-saved = { $problem }. The settings are not saved.
