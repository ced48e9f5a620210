import OpenCapture
import OpenCaptureCommandSupport

/// What there is to say of a microphone.
struct MicrophoneDescription: DeviceListing {
  let id: String
  let name: String
  let path: String?
  let model: String
  let manufacturer: String
  let position: String
  /// The IDs of the cameras that it is built into.
  let cameras: [String]
  let formats: [Format]
  let usedBy: [String]
  /// Why it can't be asked for everything; nil where it can.
  let problem: String?

  /// Samples, rate and channels.
  struct Format: Encodable {
    let format: String
    let rate: Int
    let channels: Int
  }

  /// Asks a microphone.
  ///
  /// - Parameter cameras: Those that it could be built into.
  init(_ device: CaptureDevice, cameras: [CaptureDevice]) {
    let identity = device.identity
    (id, name, path) = (identity.uniqueID, identity.localizedName, identity.path)
    (model, manufacturer) = (identity.modelID, identity.manufacturer)
    position = identity.position.rawValue
    self.cameras = device.linkedDevices(among: cameras).map(\.uniqueID)
    var problem: String?
    do throws(CaptureError) {
      formats = try device.loadFormats().compactMap(\.formatDescription.audioFormat).map {
        Format(format: "\($0.commonFormat)", rate: $0.sampleRate, channels: $0.channelCount)
      }
    } catch {
      (formats, problem) = ([], "\(error)")
    }
    usedBy = device.otherUsers
    self.problem = problem
  }

  /// Everything, in lines.
  var text: String {
    var facts = [("id", id), ("device", path ?? ""), ("made by", manufacturer), ("model", model)]
    if !usedBy.isEmpty { facts.append(("open in", usedBy.joined(separator: ", "))) }
    if !cameras.isEmpty { facts.append(("camera", cameras.joined(separator: ", "))) }
    if position != "unspecified" { facts.append(("position", position)) }
    let lines =
      [name]
      + facts.filter { !$0.1.isEmpty }.map { "  \($0.0)" + String(repeating: " ", count: 10 - $0.0.count) + $0.1 }
      + ["", "formats"]
      + formats.map {
        "  \($0.rate) Hz, \($0.channels == 1 ? "1 channel" : "\($0.channels) channels"), \($0.format)"
      }
    return lines.map { EscapedText.line($0) + "\n" }.joined()
  }
}
