# The steps.
ladder-cursor = Cursor
ladder-window = Window
ladder-ndc = NDC
ladder-eye = Eye
ladder-world = World
ladder-object = Object
ladder-triangle = Triangle

ladder-key-step = Step to step
ladder-key-cover = Cover the steps to come
