# Why there is no mesh.
load-not-a-mesh = { $name }: { $what }; { $advice }
load-no-mesh = { $name }: { $what }; { $advice }
load-no-mesh-on-line = { $name }:{ $line }: { $what }; { $advice }
load-too-large = { $name }: { $what }; split the file
load-out-of-memory = { $name }: { $size } { $missing }; close other programs, raise the limit or split the file
load-cancelled = { $name }: loading was cancelled

# What there is no memory for, why a mesh is not written, why a line of a file is not shown.
out-of-memory-room = { $needed } of memory are needed and { $room } can be had ({ $limit })
out-of-memory-none = { $needed } of memory are needed and cannot be had
limit-machine = what is free on this machine
limit-address = the limit of this process, `ulimit -v`
limit-data = the limit of this process, `ulimit -d`
limit-group = the limit of its control group
write-nothing = there is no triangle to write: name at least one
write-too-far = vertex { $vertex } lies at { $position }, and { $format } holds no such number: move or scale the mesh
write-too-many = { $count } { $what } are more than the { $limit } that { $format } counts: write a part of them, or another format
write-no-room = { $missing }: close other programs, or write a part of the mesh
line-without-file = the mesh was not read from a file, so that its lines cannot be shown
line-not-kept = a page keeps the mesh and not its file, whose text cannot be shown here
line-unreadable = { $path }: cannot be read again: { $problem }
line-changed = { $path }: has changed since it was loaded; load it again
