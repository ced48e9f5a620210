// So many cameras that there aren't, each with a publisher of its own, for so many seconds: what a broker gets of a fleet.
//
//     fleet-feed URL FIRST CAMERAS SECONDS
//
// Each sees two codes that move, which are two events a second: 2 × (SECONDS + 1) in all, the ends included. They are called by
// numbers from FIRST on. A process has 300 at most: libmosquitto waits by select(2), which knows 1,024 descriptors.
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCapturePublishing
import OpenCaptureSystem

func code(_ text: String, x: Double) -> MachineReadableCodeObject {
  MachineReadableCodeObject(
    type: .qr, cornerPoints: Corners(Rect(x: x, y: 0.2, width: 0.2, height: 0.2)), bytes: Array(text.utf8),
    stringValue: text, engine: "fleet")
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let first = Int(arguments[2]), let count = Int(arguments[3]), count <= 300,
  let seconds = Int(arguments[4])
else {
  print("usage: fleet-feed URL FIRST CAMERAS SECONDS")
  exit(2)
}
var options = PublishingOptions(try BrokerAddress(arguments[1]))
options.frameRate = 0
let publishers = try (0..<count).map { try MetadataPublisher(options, camera: "camera \(first + $0)") }
let consumers = publishers.map { $0.consumer() }
let picture = try PixelBuffer(format: .grey, width: 64, height: 48)
let start = MonotonicClock.now()
for second in 0..<seconds {
  for (index, consumer) in consumers.enumerated() {
    // Spread over the second, as cameras are.
    let due = start + UInt64(second) * 1_000_000_000 + UInt64(index) * 1_000_000_000 / UInt64(count)
    let now = MonotonicClock.now()
    if due > now { usleep(UInt32((due - now) / 1000)) }
    let time = MediaTime(value: Int64(start) + Int64(second) * 1_000_000_000, timescale: 1_000_000_000)
    let sample = SampleBuffer(
      pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: time), sequenceNumber: UInt64(second))
    let place = Double(second % 50) / 100
    let codes = [code("a \(index)", x: place), code("b \(index)", x: place + 0.2)]
    consumer.take(Frame(sample, metadataObjects: codes))
  }
}
// Last words all at once, which no fleet says: a few at a time.
for group in stride(from: 0, to: count, by: 20) {
  let threads = publishers[group..<min(group + 20, count)].map { publisher in
    NamedThread(name: "end") { publisher.finish() }
  }
  for thread in threads { thread?.join() }
}
let statistics = publishers.map(\.statistics)
print("events \(statistics.reduce(0) { $0 + $1.eventCount })")
print("waiting \(statistics.reduce(0) { $0 + $1.waitingEventCount })")
print("lost \(statistics.reduce(0) { $0 + $1.droppedEventCount })")
