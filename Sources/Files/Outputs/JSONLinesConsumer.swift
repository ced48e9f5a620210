public import OpenCaptureFlow
import OpenCaptureMediaSamples
package import OpenCaptureMetadata
public import OpenCaptureProcessing

/// What lines say beside the usual.
package protocol LineAdditions: Sendable {
  /// What is added to the lines of a frame, an element for each of its objects.
  mutating func additions(to frame: Frame) -> [JSONLine]
}

/// Writes what was found in frames as JSON, an object a line, in pixels of the upright picture.
public struct JSONLinesConsumer: FrameConsumer {
  /// What lines say of their frame's place.
  public enum Times: Sendable, Hashable {
    /// Nothing: it is a picture.
    case none
    /// Its number, from 0, and its own time.
    case own
    /// Its number, from 0, and its time from the first frame on.
    case sinceFirst
  }

  private let source: String?
  private let page: Int?
  private let times: Times
  private let write: @Sendable ([UInt8]) throws -> Void
  private var number = 0
  private var first = MediaTime.invalid
  private var additions: (any LineAdditions)?

  /// Makes a consumer.
  ///
  /// - Parameters:
  ///   - source: What lines call the source.
  ///   - page: Which page of the source it is, from 1; default none: it has no pages.
  ///   - times: What they say of their frame's place; default its number and its own time.
  ///   - write: Takes the lines of a frame in which something was found.
  public init(
    source: String, page: Int? = nil, times: Times = .own, write: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    (self.source, self.page, self.times, self.write) = (source, page, times, write)
  }

  /// Makes one for those who take ``lines(of:)``, which name no source.
  package init(page: Int? = nil, times: Times) {
    (source, self.page, self.times, write) = (nil, page, times, { _ in })
  }

  /// The same as with a source, with more in each line.
  package init(
    source: String, times: Times, additions: any LineAdditions, write: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.init(source: source, times: times, write: write)
    self.additions = additions
  }

  /// Writes the lines of a frame.
  public mutating func take(_ frame: Frame) throws {
    let lines = lines(of: frame)
    if !lines.isEmpty { try write(Array(lines.map { $0.text + "\n" }.joined().utf8)) }
  }

  /// The lines of a frame, which is the next one.
  package mutating func lines(of frame: Frame) -> [JSONLine] {
    defer { number += 1 }
    if number == 0 { first = frame.presentationTimeStamp }
    // Those who add something see empty frames as well.
    let added = additions?.additions(to: frame) ?? []
    guard !frame.metadataObjects.isEmpty else { return [] }
    let sample = frame.sampleBuffer
    let upright = PictureTransform.uprightPixels(
      of: sample.formatDescription.dimensions, orientation: sample.orientation)
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
