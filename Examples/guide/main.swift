// Runs the samples of the documentation: guide CODES.png FACES.png FOLDER [PAGES]

import Dispatch
import Glibc
import OpenCapture
import OpenCaptureIsolation

let arguments = Array(CommandLine.arguments.dropFirst())
guard (3...4).contains(arguments.count) else {
  print("usage: guide CODES.png FACES.png FOLDER [PAGES]")
  exit(2)
}
let codes = arguments[0]
let portraits = arguments[1]
let folder = arguments[2]

func showPictures() throws {
  try JPEGEncoder().encode(Picture(contentsOf: codes).pixelBuffer).write(to: "\(folder)/large.jpg")
  let (size, thumbnail) = try makeThumbnail(of: "\(folder)/large.jpg", at: "\(folder)/thumbnail.jpg")
  print("thumbnail: \(size) reduced to \(thumbnail)")
  print("codes:", try texts(in: codes).sorted())
  for face in try faces(in: portraits).sorted(by: { $0.bounds.minX < $1.bounds.minX }) {
    let roll = face.roll ?? 0
    print("face:", abs(roll) < 5 ? "upright" : roll < 0 ? "tilted to the left" : "tilted to the right")
  }
}

func showUploads() async throws {
  let scanner = try IsolatedScanner(types: [.qr])
  print("codes of an upload:", try await texts(inUpload: codes, with: scanner).sorted())
}

func showPages(of document: String) throws {
  for (page, text) in try texts(onPagesOf: document) { print("page \(page):", text) }
}

func showStreams() async throws {
  let camera = SyntheticCamera(scene: MovingCode { _ in "hello" }, uniqueID: "code")
  print("first code:", try await firstCode(seenBy: camera.device) ?? "none")
  try await record(camera.device, frames: 10, to: "\(folder)/recorded.mp4")
  let (count, settings) = try await mirrorMovie(at: "\(folder)/recorded.mp4", to: "\(folder)/mirrored.mp4")
  print("mirrored: \(count) frames of", settings.map { "\($0.dimensions)" } ?? "nothing")
  print("still:", try still(of: "\(folder)/mirrored.mp4", at: 0.1).dimensions)
  print("codes in the movie:", try await texts(inMovie: "\(folder)/recorded.mp4"))

  let people = try PictureScene(still: Picture(contentsOf: portraits).pixelBuffer)
  let peopleCamera = SyntheticCamera(scene: people, uniqueID: "people")
  try await record(peopleCamera.device, frames: 30, to: "\(folder)/people.mp4")
  print("faces in the movie:", try await firstAppearances(in: "\(folder)/people.mp4").count)
  let (times, frames) = try await appearances(in: "\(folder)/people.mp4")
  print("faces in the first of \(frames) frames:", times.values.count { $0 == 0 })

  var options = SyntheticMicrophone.Options()
  options.pacing = .unpaced
  let microphone = SyntheticMicrophone(sound: .sine(frequency: 1000), options: options)
  let second = MediaTime(value: 1, timescale: 1)
  print("peaks:", try await peakLevels(of: microphone.device, for: second).map { ($0 * 10).rounded() / 10 })
}

func showPhotos() async throws {
  let camera = SyntheticCamera(uniqueID: "photo")
  let photo = try await takePhoto(with: camera.device, to: "\(folder)/photo.jpg")
  let thumbnail = try photo.embeddedThumbnail?.info().dimensions
  print("photo:", try Picture(contentsOf: "\(folder)/photo.jpg").info.dimensions, "with", thumbnail ?? "nothing")

  let session = CaptureSession()
  let output = CapturePhotoOutput()
  session.sessionPreset = .low
  try session.add(CaptureDeviceInput(device: camera.device))
  try session.add(output)
  try await session.start()
  print("bracket:", try await takeBracket(with: output).compactMap(\.metadata.exposure.bias))
  let delegate = PhotoLog()
  try output.capturePhoto(with: CapturePhotoSettings(), delegate: delegate)
  for await readiness in output.captureReadinessUpdates where readiness == .ready { break }
  // Delegate calls share one queue. After this photo, all calls for the previous one are complete.
  _ = try await withExtendedLifetime(delegate) { output }.photo(with: CapturePhotoSettings())
  session.stopRunning()
}

func showCustomParts() throws {
  let session = CaptureSession()
  let isFinished = DispatchSemaphore(value: 0)
  let meter = LightMeter { brightness in
    if let brightness { print("brightness:", brightness) } else { isFinished.signal() }
  }
  try session.add(Fade(steps: 6))
  try session.add(meter)
  session.startRunning()
  isFinished.wait()

  let processors = try registryWithLetterbox().makeAll("letterbox:share=0.1,codes")
  var pipeline = FramePipeline(processors) { print($0) }
  var frame = Frame(try EncodedPicture(contentsOf: codes).sampleBuffer())
  pipeline.process(&frame)
  var counter = ObjectCounter()
  try counter.take(frame)
  print("codes between the strips:", counter.counts[.qr] ?? 0)

  var night = try PixelBuffer(format: .grey, width: 64, height: 64)
  try night.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
  print("engine:", try CodeScanner(types: [.qr], engines: [NightEngine()]).scan(night).compactMap(\.stringValue))
}

func showErrors() {
  do {
    _ = try Picture(contentsOf: "\(folder)/no.png")
  } catch {
    let error = PrinterError(.badLabel, subject: "label 7", error)
    print("error:", error.code, error.subject, error.hint ?? "")
  }
  print("error:", PrinterError(.noPaper, subject: "tray 2", reason: "the tray is empty"))
  print("error:", response(to: CaptureError(.hungUp, subject: "door", reason: "no answer")))
}

do {
  try showPictures()
  if arguments.count > 3 { try showPages(of: arguments[3]) }
  try await showUploads()
  try await showStreams()
  try await showPhotos()
  try showCustomParts()
  showErrors()
} catch {
  print("guide: \(error)")
  exit(1)
}
