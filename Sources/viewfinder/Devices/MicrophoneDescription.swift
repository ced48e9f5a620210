import OpenCapture
import OpenCaptureCommandSupport

/// A microphone's listing: name, cameras and formats.
struct MicrophoneDescription: DeviceListing {
  let id: String
  let name: String
  let path: String?
  let model: String
  let manufacturer: String
  let position: String
  /// The IDs of the cameras that contain the microphone.
  let cameras: [String]
  let formats: [Format]
  let usedBy: [String]
  /// The error that kept information from being read, if any.
  let problem: String?

  /// A format: sample format, rate and channels.
  struct Format: Encodable {
    let format: String
    let rate: Int
    let channels: Int
  }

  /// Reads a microphone's information.
  ///
  /// - Parameter cameras: The cameras that may contain the microphone.
  init(_ device: CaptureDevice, cameras: [CaptureDevice]) {
    let identity = device.identity
    id = identity.uniqueID
    name = identity.localizedName
    path = identity.path
    model = identity.modelID
    manufacturer = identity.manufacturer
    position = identity.position.rawValue
    self.cameras = device.linkedDevices(among: cameras).map(\.uniqueID)
    var problem: String?
    do throws(CaptureError) {
      formats = try device.loadFormats().compactMap(\.formatDescription.audioFormat).map {
        Format(format: "\($0.commonFormat)", rate: $0.sampleRate, channels: $0.channelCount)
      }
    } catch {
      formats = []
      problem = "\(error)"
    }
    usedBy = device.otherUsers
    self.problem = problem
  }

  /// All information as lines of text.
  var text: String {
    var facts = [("id", id), ("device", path ?? ""), ("made by", manufacturer), ("model", model)]
    if !usedBy.isEmpty { facts.append(("used by", usedBy.joined(separator: ", "))) }
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
