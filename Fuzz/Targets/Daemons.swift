import OpenCapturePipeWire
import OpenCaptureSession

extension FuzzTarget {
  static let daemons = [pods, sources]

  /// An object of PipeWire's daemon with the formats or a control of a camera.
  private static let pods = FuzzTarget("pods", longestInput: 1024) { input in
    for format in CaptureDevice.Format.formats(inPipeWireObject: input) {
      precondition(format.dimensions.width > 0 && format.dimensions.height > 0, "the size is empty")
      precondition(
        format.frameRateRanges.allSatisfy { $0.minFrameRate <= $0.maxFrameRate }, "the rates are reversed")
    }
    let control = CaptureControl(inPipeWireObject: input)
    precondition(control.map { $0.minimum <= $0.maximum && $0.step > 0 } != false, "the range is reversed")
  }

  /// The properties of a camera of PipeWire's daemon: lines with a name and a value.
  private static let sources = FuzzTarget("sources", longestInput: 256) { input in
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n")
    let pairs = lines.compactMap { line -> (String, String)? in
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    let node = PipeWireNode(id: 1, Dictionary(pairs) { first, _ in first })
    precondition(node?.identity.uniqueID.hasPrefix(PipeWireNode.idPrefix) != false, "the ID is of another driver")
  }
}
