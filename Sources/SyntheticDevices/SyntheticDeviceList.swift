import OpenCaptureSession
import OpenCaptureSystem

/// Devices made of software, and what is told of them.
final class SyntheticDeviceList: Sendable {
  /// Kept, so that each has one device.
  private let all: [CaptureDevice]
  private let broadcast = Broadcast<CaptureDeviceChange>()

  init(_ members: [(device: CaptureDevice, presence: SyntheticPresence)]) {
    all = members.map(\.device)
    for member in members {
      member.presence.setObserver { [weak self] change in self?.announce(change) }
    }
  }

  /// Those that didn't vanish.
  var devices: [CaptureDevice] { all.filter(\.isConnected) }

  var changes: AsyncStream<CaptureDeviceChange> { broadcast.stream() }

  private func announce(_ change: CaptureDeviceChange) {
    broadcast.send(change)
    CaptureNotification.post(change)
  }
}
