import OpenCaptureSession
import OpenCaptureSystem

extension PhotoCaptureController {
  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    if keepsMedia, sampleBuffer.numSamples > 0 { live.take(sampleBuffer) }
    guard sampleBuffer.format.type == .video, sampleBuffer.numSamples == 1 else { return }
    let now = MonotonicClock.now()
    var frame = PhotoFrame(arrival: now)
    frame.stamp = sampleBuffer.presentationTimeStamp.onHostClock(at: now)
    if let duration = sampleBuffer.duration.positiveNanoseconds { frame.duration = duration }
    frame.isDamaged = sampleBuffer.bufferAttachments[.isDamaged] == .bool(true)
    let entry = RecentFrames.Entry(
      sample: sampleBuffer, frame: frame, time: WallTime.now.earlier(by: now &- min(now, frame.stamp ?? now)))
    // The replaced entry is released outside of the lock.
    let (old, isWanted, needsAdjustmentState) = state.withLock { state in
      state.lastFormat = sampleBuffer.format
      state.frameDuration = frame.duration
      let old = state.keepsRecentFrames ? state.recent.add(entry) : nil
      return (old, !state.sequence.isIdle, state.sequence.needsAdjustmentState)
    }
    withExtendedLifetime(old) {}
    guard isWanted else { return }
    if needsAdjustmentState, let input = connection.input as? CaptureDeviceInput {
      frame.isAdjusting = input.device.isAdjustingExposure
    }
    update(entry) { $0.sequence.receive(frame, recent: $0.recent.frames) }
  }

  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  func finish(_ connection: CaptureConnection) {}

  func discard(from connections: [CaptureConnection]) {
    guard connections.contains(where: { $0.mediaType == .video }) else { return }
    fail(nil)
  }

  func end(_ error: CaptureError?) { if error == nil || !hasPictures { fail(error) } }

  func interrupt(_ error: CaptureError) { if !hasPictures { fail(error) } }

  /// Whether frames can still arrive; the connection that ended may be that of the sound.
  private var hasPictures: Bool { link.connections.contains { $0.mediaType == .video && $0.isActive } }

  /// Whether media are kept for Live Photos, which isn't possible while movies are recorded.
  private var keepsMedia: Bool { live.isEnabled && !(link.session?.recordsMovies ?? false) }

  /// Fails all waiting requests, because no more frames arrive.
  private func fail(_ error: CaptureError?) {
    let error =
      error
      ?? CaptureError(.photoInterrupted, subject: "photo", reason: "the session stopped or removed the output")
    let old = state.withLock { state in
      state.lastFormat = nil
      return state.recent.removeAll()
    }
    withExtendedLifetime(old) {}
    update { $0.sequence.failAll(error) }
    live.end()
  }
}
