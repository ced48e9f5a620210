/// What one request needs of the camera.
struct PhotoPlan: Sendable, Hashable {
  /// The settings' unique id.
  let id: Int64
  /// How many frames are captured: one, or as many as a bracket has.
  var frameCount = 1
  /// How many photos each frame becomes: a processed one, a raw one, or both.
  var photosPerFrame = 1
  /// Whether a movie of what is seen around the frame goes with it.
  var hasMovie = false
  /// Whether something has to be set at the camera before each frame, and put back after the last.
  var isPrepared = false
  /// How many frames show what was set before still, once it is set.
  var delay = 0
  /// Whether the camera adjusts itself to what was set, which is waited for.
  var waitsForAdjustment = false
  /// Whether any frame will do that arrives, though it may have been exposed before the call.
  var takesAnyFrame = false
  /// Whether a frame that was there at the call will do, if it is near enough.
  var takesRecentFrame = false

  var photoCount: Int { frameCount * photosPerFrame }
}
