/// Who has the camera that a page shows, and does what the page wants of it.
///
/// Called on any thread.
public protocol LivePageHost: AnyObject, Sendable {
  /// What a page is to know of the camera now.
  var liveState: LiveState { get }

  /// Does what somebody wants who may control.
  ///
  /// - Throws: ``LivePageError`` that says, for a person, why it can't be.
  func perform(_ command: LiveCommand) async throws(LivePageError)

  /// Where a file lies that ``LiveState/files`` has; nil for others.
  func path(ofFile name: String) -> String?

  /// Takes note of whether anybody looks.
  func audienceDidChange(isWatched: Bool)
}
