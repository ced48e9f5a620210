import Fixtures
import Foundation
import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
@testable import OpenCaptureSound
import OpenCaptureSystem
import Testing

/// Tests of the real ALSA library with virtual devices of its configuration, so that no card is needed.
@Suite("ALSA without a card", .serialized, .enabled(if: isALSAInstalled, "libasound2 is not installed"))
struct ALSATests {
  private final class Sink: CaptureDeviceSink {
    let samples = Log<SampleBuffer>()
    let ends = Log<CaptureError>()

    func receive(_ sampleBuffer: SampleBuffer) { if samples.count < 1000 { samples.append(sampleBuffer) } }
    func receive(_ dropped: DroppedFrame) {}
    func receive(_ change: CaptureControlChange) {}
    func receive(_ stall: CaptureStall) {}
    func end(_ error: CaptureError) { ends.append(error) }
  }

  private func microphone(_ name: String) -> ALSAMicrophone {
    ALSAMicrophone(SoundDeviceListing(named: name), options: ALSAMicrophone.Options())
  }

  @Test("A silent device can be opened, configured, read and closed")
  func null() throws {
    let microphone = microphone("null")
    let sink = Sink()
    let format = try #require(try microphone.formats().first?.formatDescription)
    #expect(format.audioFormat?.description == "48000 Hz stereo Int16, interleaved")
    let stream = try microphone.startStreaming(CaptureStreamConfiguration(formatDescription: format), to: sink)
    #expect(stream.configuration.formatDescription == format)
    try sink.samples.wait(for: "some sound") { $0.count >= 10 }
    stream.stop()
    #expect(sink.ends.all.isEmpty && stream.statistics.frameCount >= 10)
    #expect(sink.samples.all.allSatisfy { $0.numSamples == 480 && $0.presentationTimeStamp.isNumeric })
  }

  @Test("The driver accepts one format of each sample type exactly as requested")
  func formats() throws {
    let microphone = microphone("null")
    let formats = try microphone.formats().compactMap(\.formatDescription.audioFormat)
    #expect(Set(formats.map(\.commonFormat)) == Set(AudioCommonFormat.allCases))
    for format in formats.filter({ $0.sampleRate == 44_100 }) {
      let driver = try ALSADevice("null", format: format)
      #expect(
        driver.setup.format == format && driver.setup.period > 0 && driver.setup.buffer >= driver.setup.period)
    }
  }

  @Test("A missing device causes an error with a hint")
  func missing() {
    let error = #expect(throws: CaptureError.self) { try microphone("no-such-device").formats() }
    #expect(error?.code == .noSuchDevice && error?.hint == "choose another microphone")
  }

  @Test("Playing to a file writes the samples unchanged")
  func file() throws {
    try TemporaryFolder.with { folder in
      let name = "file:FILE='\(folder.path("played.raw"))',FORMAT=raw"
      let format = try AudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true)
      var buffer = try AudioBuffer.silence(format: format, frameCount: 4_800)
      try buffer.withMutableSamples(Int16.self) { for index in $0.indices { $0[index] = Int16(index) } }
      do {
        let driver = try ALSADevice(name, plays: true, format: format)
        try driver.start()
        var writer = SoundWriter(driver)
        #expect(try writer.write(buffer, volume: 1))
      }
      let bytes = try Data(contentsOf: URL(filePath: folder.path("played.raw")))
      #expect(bytes.count >= 4_800 * 4)
      let first = buffer.withPlane(0) { plane in plane.withUnsafeBytes { Data($0) } }
      #expect(bytes.prefix(4_800 * 4) == first)
    }
  }

  @Test("Waking a driver ends its wait")
  func wake() throws {
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true)
    let driver = try ALSADevice("null", format: format)
    driver.wake()
    #expect(try driver.wait(-1) == .woken && driver.pause(-1) == .woken)
  }
}

/// Whether ALSA's library and its configuration are installed.
private let isALSAInstalled: Bool = {
  do throws(CaptureError) { try ALSALibrary.load() } catch { return false }
  return access("/usr/share/alsa/alsa.conf", R_OK) == 0
}()
