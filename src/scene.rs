//! Objects and the camera that looks at them; knows no GPUs or windows.
