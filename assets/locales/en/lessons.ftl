# The Learn workspace.
lessons = Lessons
lessons-about = Thirteen short lessons on how a pixel becomes a ray and a ray finds a triangle. Predict first, then look, then reach a goal.
lessons-drop = To add your own lessons, drop a file NAME.lesson.json, or a folder of them, on the window.
lesson-mesh-outside = { $path } lies outside the lesson's folder: put it inside.
lesson-progress = { $solved } of { $goals } goals reached
lesson-back-to-list = ‹ Lessons
lesson-begin-again = Begin again
lesson-predict = Predict
lesson-predict-it = Submit
lesson-number = a number
lesson-just-show = Just show me
lesson-click-there = Click where you think it is
lesson-you-said = You said:
lesson-it-is = It is:
lesson-ring = the ring in the picture
lesson-disc = the disc in the picture
lesson-outside = a place outside the picture
lesson-nowhere = nothing that can be seen from here
lesson-goal = Goal
lesson-solved = ✓ Reached
lesson-was-solved = Reached before
lesson-hint = { $count ->
    [one] A hint (one left)
   *[other] A hint ({ $count } left)
}
lesson-page-back = ‹ Back
lesson-page-on = Next ›
lesson-next-lesson = Next lesson ›
lesson-page-of = Page { $page } of { $pages }
lesson-key = { $key }: { $does }
lesson-other-mesh = { $name } was dropped. Use it on this page?
lesson-other-mesh-not-here = { $name } was dropped. This lesson is about triangles of its own mesh.
lesson-go-on-with-it = Use it
lesson-leave-for-it = Leave the lesson
lesson-keep-mesh = Keep the lesson's mesh
