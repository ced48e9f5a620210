import Dispatch
import OpenCaptureSession
import OpenCaptureSystem

extension PhotoCaptureController {
  func perform(_ effect: Effect) {
    switch effect {
    case .make(let job):
      let id = job.settings.uniqueID
      if job.contentIdentifier != nil {
        live.record(RecentMedia.Clip(id: id, still: job.sample.presentationTimeStamp))
      }
      process(job)
    case .prepare(let ticket, let frame): control.async { self.prepare(ticket, frame) }
    case .restore(let ticket):
      control.async {
        ticket.preparation.restore()
        self.update { state in
          if ticket.preparation.changesStream { state.lastFormat = nil }
          return state.sequence.restored(ticket.plan.id, at: MonotonicClock.now())
        }
      }
    }
  }

  private func prepare(_ ticket: PendingPhotoRequest, _ frame: Int) {
    let id = ticket.plan.id
    do throws(CaptureError) {
      try ticket.preparation.prepare(frame: frame)
      let exposure = ticket.device?.pictureExposure(isFlashFired: ticket.resolved.isFlashEnabled)
      update { state in
        state.tickets[id]?.exposure = exposure
        if ticket.preparation.changesStream { state.lastFormat = nil }
        return state.sequence.prepared(id, at: MonotonicClock.now())
      }
    } catch {
      update { $0.sequence.fail(id, error, at: MonotonicClock.now()) }
    }
  }

  /// Creates the photos of a frame, after those already in the queue.
  private func process(_ job: PhotoJob) {
    let isLent = state.withLock { $0.queuedCount <= Self.cameraBufferLimit }
    var job = job
    job.face = largestFace(at: job.sample.presentationTimeStamp)
    // A copy of the frame releases the camera's buffer.
    if !isLent, let copy = try? job.sample.copy() { job.sample = copy }
    processing.async { [job] in
      for number in job.photos {
        let result = Result { () throws(CaptureError) in try PhotoProcessor.make(number, of: job) }
        self.finish(number, of: job, result)
      }
      self.state.withLock { $0.queuedCount -= 1 }
    }
  }

  /// Returns the bounds of the largest face that the session's metadata outputs found in the camera's frames.
  private func largestFace(at time: MediaTime) -> Rect? {
    let input = link.connections.first { $0.mediaType == .video }?.input
    let outputs = (link.session as? CaptureSession)?.outputs ?? []
    let faces = outputs.compactMap { $0 as? CaptureMetadataOutput }
      .filter { $0.connection(with: .video)?.input === input }.flatMap { $0.faces(at: time) }
    return faces.map(\.boundingBox).max { $0.area < $1.area }
  }

  private func finish(_ number: Int, of job: PhotoJob, _ result: Result<CapturePhoto, CaptureError>) {
    let id = job.settings.uniqueID
    update { state in
      var failure: CaptureError?
      switch result {
      case .success(let photo): state.tickets[id]?.photos[number] = photo
      case .failure(let error):
        state.tickets[id]?.photos[number] = job.emptyPhoto(number)
        failure = error
      }
      return state.sequence.process(
        id, photo: number, failure, at: MonotonicClock.now(), recent: state.recent.frames)
    }
  }

  /// Writes the movie of a Live Photo when all its media have arrived.
  func write(_ reel: RecentMedia.MovieMedia) {
    update { state in
      state.sequence.recordMovie(reel.id)
      return []
    }
    guard let movie = state.withLock({ $0.tickets[reel.id]?.movie }) else { return }
    live.writing.async { [self] in
      let result = Result { () throws(CaptureError) in try movie.write(reel) }
      update { state in
        var failure: CaptureError?
        switch result {
        case .success(let outcome): state.tickets[reel.id]?.movieOutcome = outcome
        case .failure(let error): failure = error
        }
        return state.sequence.processMovie(reel.id, failure, at: MonotonicClock.now())
      }
    }
  }

  /// Schedules a check of the deadline, so that no request waits forever for a frame.
  func watch() {
    let deadline = state.withLock { state -> UInt64? in
      guard !state.isWatched, let deadline = state.deadline else { return nil }
      state.isWatched = true
      return deadline
    }
    guard let deadline else { return }
    DispatchQueue.global().asyncAfter(deadline: DispatchTime(uptimeNanoseconds: deadline)) { [weak self] in
      self?.checkDeadline()
    }
  }

  private func checkDeadline() {
    update { state in
      state.isWatched = false
      guard let deadline = state.deadline, deadline <= MonotonicClock.now() else { return [] }
      return state.sequence.failAll(
        CaptureError(.stalled, subject: "photo", reason: "the camera delivered no suitable frame"))
    }
  }
}

extension PhotoCaptureController.State {
  /// The time at which the waiting request fails.
  ///
  /// The driver of a lost or stalled camera normally reports that earlier. The timeout is longer while a camera starts
  /// streaming or changes its format.
  fileprivate var deadline: UInt64? {
    let defaultTimeout: UInt64 = lastFormat == nil ? 10_000_000_000 : max(5_000_000_000, frameDuration &* 12)
    return sequence.deadline(timeout: timeout ?? defaultTimeout)
  }
}
