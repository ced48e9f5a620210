#if Combine
  import AVFoundation
  import CaptureFixtures
  import OpenCombine
  import Fixtures
  import OpenCaptureSyntheticDevices
  import Testing

  @Suite("Publishers of properties")
  struct PublisherTests {
    /// A subscriber that requests values when the test does.
    private final class Requester: Subscriber {
      typealias Input = CGFloat
      typealias Failure = Never

      var subscription: (any Subscription)?
      let log = Log<CGFloat>()

      func receive(subscription: any Subscription) { self.subscription = subscription }

      func receive(_ input: CGFloat) -> Subscribers.Demand {
        log.append(input)
        return .none
      }

      func receive(completion: Subscribers.Completion<Never>) {}
    }

    private func zoom(_ device: AVCaptureDevice, to factor: CGFloat) throws {
      try device.lockForConfiguration()
      device.videoZoomFactor = factor
      device.unlockForConfiguration()
    }

    @Test("A publisher sends the current value and each change until it is cancelled")
    func values() throws {
      let camera = SyntheticCamera.stepped()
      let session = AVCaptureSession()
      session.addInput(try AVCaptureDeviceInput(device: camera.device))
      session.addOutput(AVCaptureVideoDataOutput())
      let log = Log<Bool>()
      let subscription = session.publisher(for: \.isRunning).sink { log.append($0) }
      session.startRunning()
      session.stopRunning()
      try log.wait(for: "the end") { $0.count == 3 }
      subscription.cancel()
      session.startRunning()
      session.stopRunning()
      #expect(log.all == [false, true, false])
    }

    @Test("A subscriber without demand receives the last value when it requests one")
    func demand() throws {
      let device = SyntheticCamera.stepped().device
      let requester = Requester()
      device.publisher(for: \.videoZoomFactor, options: [.initial, .new]).subscribe(requester)
      #expect(requester.log.all.isEmpty)
      requester.subscription?.request(.max(1))
      #expect(requester.log.all == [1])
      try zoom(device, to: 2)
      try zoom(device, to: 3)
      // Handlers run in order on one queue, so after that of another device the values have arrived.
      let other = SyntheticCamera.stepped().device
      let changes = Log<CGFloat>()
      let last = other.publisher(for: \.videoZoomFactor, options: .new).sink { changes.append($0) }
      try zoom(other, to: 2)
      try changes.wait(for: "the change of the other device") { $0 == [2] }
      #expect(requester.log.all == [1])
      requester.subscription?.request(.max(2))
      #expect(requester.log.all == [1, 3])
      requester.subscription?.cancel()
      last.cancel()
    }
  }
#endif
