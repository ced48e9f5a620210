import OpenCaptureMediaSamples

// What a session tells an output, it tells all that take media for it.

extension CaptureOutput {
  /// Forgets what waits of connections that are no more; once this has returned, none of it is delivered.
  package func discard(from connections: [CaptureConnection]) {
    for receiver in receivers { receiver.discard(from: connections) }
  }

  /// Takes note that no more comes, with an error or because there is nothing more.
  package func end(_ error: CaptureError?) {
    for receiver in receivers { receiver.end(error) }
  }

  /// Takes note that nothing comes for a while, because the source is waited for.
  package func tellInterruption(_ error: CaptureError) {
    for receiver in receivers { receiver.interrupt(error) }
  }
}
