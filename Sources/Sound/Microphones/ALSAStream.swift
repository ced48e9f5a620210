import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// A stream of a microphone: one thread owns the device, and waits for sound and the order to stop.
final class ALSAStream: CaptureStream {
  private let microphone: ALSAMicrophone
  private let sink: any CaptureDeviceSink
  private let driver: ALSADriver
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = Locked<NamedThread?>(nil)

  /// What was granted.
  let configuration: CaptureStreamConfiguration

  /// Takes a device over that is set up; ``start()`` lets sound come.
  init(_ microphone: ALSAMicrophone, _ driver: ALSADriver, _ sink: any CaptureDeviceSink) throws(CaptureError) {
    (self.microphone, self.driver, self.sink) = (microphone, driver, sink)
    configuration = CaptureStreamConfiguration(
      formatDescription: FormatDescription(audioFormat: driver.setup.format))
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func start() throws(CaptureError) {
    let options = microphone.options
    let patience = StallPatience(notice: options.stallNotice, limit: options.stallTimeout)
    let reader: SoundReader
    do throws(MediaError) {
      reader = try SoundReader(driver, of: microphone.place.name, to: sink, patience: patience) { [counts] event in
        if event == .sampleBuffer { counts.withLock { $0.frameCount += 1 } }
      }
    } catch {
      throw CaptureError(.outOfMemory, subject: microphone.identity.localizedName, error)
    }
    do throws(PCMFailure) { try driver.start() } catch { throw microphone.place.name.error(error) }
    guard let started = NamedThread(name: "alsa", { self.run(reader) }) else {
      throw CaptureError(
        .outOfMemory, subject: microphone.identity.localizedName, reason: "the system gives no thread")
    }
    thread.withLock { $0 = started }
  }

  func stop() {
    driver.wake()
    thread.withLock { $0 }?.join()
  }

  /// On the thread: until the order to stop, or an error.
  private func run(_ reader: SoundReader) {
    var (reader, failure) = (reader, CaptureError?.none)
    do throws(CaptureError) { try reader.run() } catch { failure = error }
    // Closed before anybody hears of the end, so that the microphone can be opened again at once.
    driver.close()
    if let failure { sink.end(failure) }
  }
}
