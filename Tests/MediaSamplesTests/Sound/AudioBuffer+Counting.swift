import OpenCaptureMediaSamples

extension AudioFormat {
  /// Makes a format at 48 kHz.
  static func test(
    _ channels: Int, _ common: AudioCommonFormat = .pcmFormatInt16, interleaved: Bool = true
  ) throws(MediaError) -> AudioFormat {
    try AudioFormat(commonFormat: common, sampleRate: 48_000, channels: channels, interleaved: interleaved)
  }
}

extension AudioBuffer {
  /// Makes sound of counted samples: consecutive if interleaved, otherwise by frame, with planes offset by a
  /// hundred.
  static func counting(_ frameCount: Int, _ format: AudioFormat? = nil) throws -> AudioBuffer {
    var buffer = try AudioBuffer(format: format ?? .test(1), frameCapacity: frameCount)
    try buffer.setFrameCount(frameCount)
    for plane in 0..<buffer.format.planeCount {
      try buffer.withMutableSamples(Int16.self, plane: plane) { samples in
        for index in samples.indices { samples[index] = Int16(plane * 100 + index) }
      }
    }
    return buffer
  }

  func samples<Sample: AudioSample>(_ type: Sample.Type = Int16.self, plane: Int = 0) throws -> [Sample] {
    try withSamples(type, plane: plane) { samples in samples.indices.map { samples[$0] } }
  }

  /// The address of the first sample.
  var place: UnsafeRawPointer? { withUnsafePlane(0) { $0.baseAddress } }
}
