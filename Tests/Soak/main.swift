import OpenCapture

// Lets sessions run for long, and says what the process holds: `soak frames N` for one that sees as many frames,
// by default an hour's at 30 a second, `soak starts N` for as many that see one, and `soak recording N` for a movie of as
// many seconds, by default an hour's; `soak resizes N` and `soak comebacks N` have a window on the screen that is made larger
// and smaller, and whose camera goes and comes back. Each line has, as names and values, what was done so far, the bytes
// that are alive on the heap, those of the process in memory, its threads and its descriptors.
let (what, count) = (CommandLine.arguments.dropFirst().first, CommandLine.arguments.dropFirst(2).first)
// Notifications are posted from here on.
_ = CaptureSession.didStartRunningNotification
switch (what, count.map { Int($0) ?? 0 }) {
case ("frames", let frames): try await Soak().run(frames: frames ?? 108_000)
case ("starts", let starts): try await Starts.run(starts ?? 100_000)
case ("recording", let seconds): try RecordingSoak.run(seconds: seconds ?? 3_600)
case ("resizes", let count): try WindowSoak().run("resizes", count ?? 2_000)
case ("comebacks", let count): try WindowSoak().run("comebacks", count ?? 1_000)
default: print("usage: soak frames|starts|recording|resizes|comebacks [N]")
}
