/// What was published so far, and what wasn't.
public struct PublishingStatistics: Sendable, Hashable {
  /// Events that the broker has.
  public package(set) var eventCount = 0
  /// Events that wait for the broker, those of runs before this one included.
  public package(set) var waitingEventCount = 0
  /// Events that are lost, because there was no room for so many.
  public package(set) var droppedEventCount = 0
  /// Messages of frames that were sent.
  public package(set) var frameCount = 0
  /// Messages of frames that were due, and for which the broker was too slow, or away.
  public package(set) var droppedFrameCount = 0
  /// Frames that the camera, or who worked on them, has lost.
  public package(set) var drops = 0

  /// Nothing yet.
  public init() {}
}
