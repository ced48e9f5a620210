import OpenCapture

// Runs sessions for a long time and reports the resources of the process.
//
// `soak frames N` runs one session with N frames (default: an hour at 30 per second). `soak starts N` runs N sessions
// with one frame each. `soak recording N` records a movie of N seconds (default: an hour). `soak resizes N` resizes a
// preview window, and `soak comebacks N` disconnects and reconnects its camera. Each line has names and values: the
// progress, the live bytes on the heap, the resident bytes, the threads and the file descriptors.
let what = CommandLine.arguments.dropFirst().first
let count = CommandLine.arguments.dropFirst(2).first
// The first use makes the session post notifications.
_ = CaptureSession.didStartRunningNotification
switch (what, count.map { Int($0) ?? 0 }) {
case ("frames", let frames): try await Soak().run(frames: frames ?? 108_000)
case ("starts", let starts): try await Starts.run(starts ?? 100_000)
case ("recording", let seconds): try RecordingSoak.run(seconds: seconds ?? 3_600)
case ("resizes", let count): try WindowSoak().run("resizes", count ?? 2_000)
case ("comebacks", let count): try WindowSoak().run("comebacks", count ?? 1_000)
default: print("usage: soak frames|starts|recording|resizes|comebacks [N]")
}
