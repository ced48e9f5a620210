import OpenCapture

/// What is with each camera, and with those that share a bus.
struct CameraChecks {
  private let cameras: [CaptureDevice]

  init(_ cameras: [CaptureDevice]) { self.cameras = cameras }

  /// What is well and what isn't, camera by camera, and then bus by bus.
  func findings() async -> [Finding] {
    guard !cameras.isEmpty else {
      return [
        .note(
          "cameras: the kernel shows none",
          remedy: "plug one in (in a virtual machine, pass it through); --camera synthetic works without")
      ]
    }
    var (findings, streaming): ([Finding], [CaptureDevice]) = ([], [])
    for camera in cameras {
      let found = await self.findings(about: camera)
      if found.first?.state == .well { streaming.append(camera) }
      findings += found
    }
    for shared in SharedBus.all(of: streaming) { findings.append(await finding(about: shared)) }
    return findings
  }

  /// Whether it works, and then what else is to be known.
  private func findings(about camera: CaptureDevice) async -> [Finding] {
    let subject = camera.subject
    do {
      let (formats, undecodable) = (try camera.loadFormats(), try camera.undecodableFormats())
      let codes = undecodable.map(\.description).joined(separator: ", ")
      guard !formats.isEmpty else {
        let others = codes.isEmpty ? "" : ", but \(codes)"
        return [
          .wrong("\(subject): it has no format that is decoded here\(others)", remedy: remedy(for: undecodable))
        ]
      }
      try await tryToStream([camera])
      let works = Finding.well("\(subject): \(formats.count) formats, and it streams")
      if undecodable.isEmpty { return [works] }
      return [works, .note("\(subject): not decoded here: \(codes)", remedy: remedy(for: undecodable))]
    } catch let error as CaptureError {
      return [.wrong("\(subject): \(error.reason)", remedy: error.remedy)]
    } catch {
      return [.wrong("\(subject): \(error)")]
    }
  }

  /// The line that installs what decodes one of these formats; nil where it is there, or nothing does.
  private func remedy(for codes: [FourCharCode]) -> String? {
    if codes.contains(where: ConversionLibrary.decodes), !ConversionLibrary.isInstalled {
      return ConversionLibrary.remedy
    }
    guard codes.contains("H264") || codes.contains("HEVC") else { return nil }
    do throws(MovieError) {
      try MovieEngine.load()
      return nil
    } catch {
      return error.remedy
    }
  }

  /// Whether cameras that share a bus stream at the same time.
  private func finding(about shared: SharedBus) async -> Finding {
    let names = shared.cameras.map(\.localizedName).joined(separator: " and ")
    do {
      try await tryToStream(shared.cameras)
      return .well("\(shared.bus): \(names) stream at the same time")
    } catch let error as CaptureError {
      return .note("\(shared.bus): \(names) don't stream at the same time: \(error.reason)", remedy: error.remedy)
    } catch {
      return .note("\(shared.bus): \(names) don't stream at the same time: \(error)")
    }
  }

  /// Only a stream shows that nobody else has a camera, and that the bus has room for it.
  private func tryToStream(_ cameras: [CaptureDevice]) async throws {
    let session = CaptureSession()
    for camera in cameras {
      try session.addInput(CaptureDeviceInput(device: camera))
      try session.addOutput(CaptureVideoDataOutput())
    }
    try await session.start()
    await session.stop()
  }
}

/// Cameras that have to share a bus's bandwidth.
struct SharedBus {
  let bus: String
  let cameras: [CaptureDevice]

  /// The buses on which there are several cameras.
  static func all(of cameras: [CaptureDevice]) -> [SharedBus] {
    let buses = Dictionary(grouping: cameras.filter { $0.identity.bus != nil }) { $0.identity.bus ?? "" }
    return buses.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { SharedBus(bus: $0, cameras: $1) }
  }
}

extension CaptureDevice {
  /// The name, and where it is.
  fileprivate var subject: String { "\(localizedName) (\(identity.path ?? uniqueID))" }
}
