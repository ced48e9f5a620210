// Swift Testing comes with an overlay for Core Image: where a file imports both, the compiler imports this module, too, by
// its name, which isn't ours to choose. On Apple's systems it attaches images to tests; on Linux the toolchain doesn't have
// it, and no test could import `CoreImage` that imports `Testing`. So there is one, with nothing in it. `CoreImage`
// depends on it, so that others' tests find it as well.
