import OpenCapture

/// The checks of each camera, and of cameras that share a bus.
struct CameraChecks {
  private let cameras: [CaptureDevice]

  init(_ cameras: [CaptureDevice]) { self.cameras = cameras }

  /// Checks camera by camera, and then bus by bus.
  func findings() async -> [Finding] {
    guard !cameras.isEmpty else {
      let hint = "connect one (in a virtual machine, pass it through), or use --camera synthetic"
      return [.note("No camera found.", hint: hint)]
    }
    var findings: [Finding] = []
    var streaming: [CaptureDevice] = []
    for camera in cameras {
      let found = await self.findings(about: camera)
      if found.first?.state == .well { streaming.append(camera) }
      findings += found
    }
    for shared in SharedBus.all(of: streaming) { findings.append(await finding(about: shared)) }
    return findings
  }

  /// Checks whether a camera works.
  private func findings(about camera: CaptureDevice) async -> [Finding] {
    let subject = camera.subject
    do {
      let formats = try camera.loadFormats()
      let undecodable = try camera.undecodableFormats()
      let codes = undecodable.map(\.description).joined(separator: ", ")
      guard !formats.isEmpty else {
        let others = codes.isEmpty ? "" : " (offers \(codes))"
        return [
          .wrong("\(subject): no supported format\(others)", hint: hint(for: undecodable))
        ]
      }
      try await tryToStream([camera])
      let works = Finding.well("\(subject): streams, \(formats.count) formats")
      if undecodable.isEmpty { return [works] }
      return [works, .note("\(subject): unsupported formats: \(codes)", hint: hint(for: undecodable))]
    } catch {
      return [.wrong(subject, error)]
    }
  }

  /// Returns the command that installs a decoder for the formats; nil if it is installed, or none exists.
  private func hint(for codes: [FourCharCode]) -> String? {
    if codes.contains(where: ConversionLibrary.decodes), !ConversionLibrary.isInstalled {
      return ConversionLibrary.hint
    }
    guard codes.contains("H264") || codes.contains("HEVC") else { return nil }
    do throws(MovieError) {
      try MovieEngine.load()
      return nil
    } catch {
      return error.hint
    }
  }

  /// Checks whether cameras on one bus can stream at the same time.
  private func finding(about shared: SharedBus) async -> Finding {
    let names = shared.cameras.map(\.localizedName).joined(separator: " and ")
    do {
      try await tryToStream(shared.cameras)
      return .well("\(shared.bus): \(names) can stream at the same time")
    } catch {
      let failure = Finding.wrong("\(shared.bus): \(names) cannot stream at the same time", error)
      return .note(failure.text, hint: failure.hint)
    }
  }

  /// Streams from cameras, the only way to detect other users of a camera and a bus without enough bandwidth.
  private func tryToStream(_ cameras: [CaptureDevice]) async throws {
    let session = CaptureSession()
    for camera in cameras {
      try session.add(CaptureDeviceInput(device: camera))
      try session.add(CaptureVideoDataOutput())
    }
    try await session.start()
    await session.stop()
  }
}

/// Cameras that share a bus's bandwidth.
struct SharedBus {
  let bus: String
  let cameras: [CaptureDevice]

  /// Returns the buses with several cameras.
  static func all(of cameras: [CaptureDevice]) -> [SharedBus] {
    let buses = Dictionary(grouping: cameras.filter { $0.identity.bus != nil }) { $0.identity.bus ?? "" }
    return buses.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { SharedBus(bus: $0, cameras: $1) }
  }
}

extension CaptureDevice {
  /// The name and the device file or ID.
  fileprivate var subject: String { "\(localizedName) (\(identity.path ?? uniqueID))" }
}
