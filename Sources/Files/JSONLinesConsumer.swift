public import OpenCaptureFlow
import OpenCaptureMediaSamples
package import OpenCaptureMetadata
public import OpenCaptureProcessing

/// A source of additional fields for JSON lines.
package protocol JSONLineFieldSource: Sendable {
  /// Returns the fields to add to the lines of a frame, one element per metadata object.
  mutating func additions(to frame: Frame) -> [JSONLine]
}

/// A consumer that writes metadata objects as JSON, one object per line, in pixels of the upright picture.
public struct JSONLinesConsumer: FrameConsumer {
  /// The fields of a line that state the position of its frame.
  public enum Times: Sendable, Hashable {
    /// No fields, for a picture.
    case none
    /// The frame's number, from 0, and its own time.
    case own
    /// The frame's number, from 0, and its time since the first frame.
    case sinceFirst
  }

  private let source: String?
  private let page: Int?
  private let times: Times
  private let write: @Sendable ([UInt8]) throws -> Void
  private var number = 0
  private var first = MediaTime.invalid
  private var additions: (any JSONLineFieldSource)?

  /// Creates a consumer.
  ///
  /// - Parameters:
  ///   - source: The name of the source in each line.
  ///   - page: The page of the source, from 1; default nil for a source without pages.
  ///   - times: The fields for the frame's position; default its number and its own time.
  ///   - write: A closure that writes the lines of a frame, called for frames with metadata objects.
  public init(
    source: String, page: Int? = nil, times: Times = .own, write: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.source = source
    self.page = page
    self.times = times
    self.write = write
  }

  /// Creates a consumer for callers of ``lines(of:)``; its lines name no source.
  package init(page: Int? = nil, times: Times) {
    source = nil
    self.page = page
    self.times = times
    write = { _ in }
  }

  /// Creates a consumer that adds more fields to each line.
  package init(
    source: String, times: Times, additions: any JSONLineFieldSource,
    write: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.init(source: source, times: times, write: write)
    self.additions = additions
  }

  /// Writes the lines of a frame.
  public mutating func take(_ frame: Frame) throws {
    let lines = lines(of: frame)
    if !lines.isEmpty { try write(Array(lines.map { $0.text + "\n" }.joined().utf8)) }
  }

  /// Returns the lines of the next frame.
  package mutating func lines(of frame: Frame) -> [JSONLine] {
    defer { number += 1 }
    if number == 0 { first = frame.presentationTimeStamp }
    // Sources of additional fields also receive frames without metadata objects.
    let added = additions?.additions(to: frame) ?? []
    guard !frame.metadataObjects.isEmpty else { return [] }
    let sample = frame.sampleBuffer
    let upright = PictureTransform.uprightPixels(of: sample.format.videoDimensions, orientation: sample.orientation)
    return frame.metadataObjects.enumerated().map { index, object in
      var line = JSONLine()
      if let source { line.add("source", source) }
      if let page { line.add("page", page) }
      addPlace(of: sample, to: &line)
      line.add(object.transformed(by: upright))
      if added.indices.contains(index) { line.add(contentsOf: added[index]) }
      return line
    }
  }

  private func addPlace(of sample: SampleBuffer, to line: inout JSONLine) {
    let time: MediaTime
    switch times {
    case .none: return
    case .own: time = sample.presentationTimeStamp
    case .sinceFirst: time = sample.presentationTimeStamp - first
    }
    line.add("frame", number)
    line.add("time", time.isNumeric ? time.seconds : nil, digits: 6)
  }
}
