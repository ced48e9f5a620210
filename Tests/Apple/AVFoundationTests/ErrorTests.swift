import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import Testing

@Suite("AVError")
struct ErrorTests {
  // MARK: Codes

  @Test("Codes have the numbers of Apple's headers")
  func numbers() {
    let numbers: [AVError.Code: Int] = [
      AVError.unknown: -11800, AVError.outOfMemory: -11801, AVError.sessionNotRunning: -11803,
      AVError.deviceAlreadyUsedByAnotherSession: -11804, AVError.noDataCaptured: -11805,
      AVError.sessionConfigurationChanged: -11806, AVError.diskFull: -11807, AVError.deviceWasDisconnected: -11808,
      AVError.maximumDurationReached: -11810, AVError.maximumFileSizeReached: -11811,
      AVError.deviceNotConnected: -11814, AVError.deviceInUseByAnotherApplication: -11815,
      AVError.deviceLockedForConfigurationByAnotherProcess: -11817, AVError.sessionWasInterrupted: -11818,
      AVError.mediaServicesWereReset: -11819, AVError.decodeFailed: -11821, AVError.fileAlreadyExists: -11823,
      AVError.fileFormatNotRecognized: -11828, AVError.noImageAtTime: -11832, AVError.encoderNotFound: -11834,
      AVError.applicationIsNotAuthorized: -11836, AVError.invalidOutputURLPathExtension: -11843,
      AVError.torchLevelUnavailable: -11846, AVError.operationInterrupted: -11847,
      AVError.applicationIsNotAuthorizedToUseDevice: -11852, AVError.recordingAlreadyInProgress: -11859,
      AVError.unsupportedOutputSettings: -11861, AVError.operationNotAllowed: -11862,
      AVError.formatUnsupported: -11864, AVError.sessionHardwareCostOverage: -11872,
      AVError.unsupportedDeviceActiveFormat: -11873, AVError.operationCancelled: -11878,
      AVError.mediaExtensionConflict: -11887,
    ]
    for (code, number) in numbers { #expect(code.rawValue == number && AVError.Code(rawValue: number) == code) }
  }

  @Test("Each number has a code of its own, and numbers without a name are kept")
  func allNumbers() {
    let numbers = Array(-11999 ... -11800)
    let codes = numbers.compactMap { AVError.Code(rawValue: $0) }
    #expect(codes.map(\.rawValue) == numbers && Set(codes).count == numbers.count)
    #expect(codes.count { !$0.description.hasPrefix("unknown(") } == 84)
  }

  @Test("A code of OpenCapture without an equivalent has the number of the nearest code or of an unknown failure")
  func nearestNumbers() {
    #expect(AVError.Code.notLocked.rawValue == AVError.operationNotAllowed.rawValue)
    #expect(AVError.Code.noSuchDevice.rawValue == AVError.deviceNotConnected.rawValue)
    #expect(AVError.Code.deviceFailed.rawValue == AVError.unknown.rawValue)
    #expect(AVError.Code.deviceFailed != AVError.unknown)
  }

  // MARK: Conversion

  @Test("An error bridges to NSError with its code, texts and user info, and back")
  func bridged() {
    let error: any Error = AVError(
      .diskFull, userInfo: [AVErrorFileSizeKey: 7, NSLocalizedFailureReasonErrorKey: "no space"])
    let bridged = error as NSError
    #expect(bridged.domain == AVFoundationErrorDomain && bridged.code == AVError.Code.diskFull.rawValue)
    #expect(bridged.userInfo[AVErrorFileSizeKey] as? Int == 7)
    #expect(bridged.localizedFailureReason == "no space")
    #expect(bridged.localizedRecoverySuggestion == "free disk space, or record to another disk")
    #expect(error.localizedDescription == "no space; free disk space, or record to another disk")
    let restored = AVError(_nsError: bridged)
    #expect(restored.code == .diskFull && restored.fileSize == 7 && restored.failureReason == "no space")
    #expect(restored.localizedDescription == error.localizedDescription)
  }

  @Test("An NSError of another domain becomes the underlying error of an unknown failure")
  func foreign() {
    let error = AVError(_nsError: NSError(domain: "printer", code: 3))
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(error.code == .unknown && underlying?.domain == "printer" && underlying?.code == 3)
  }

  @Test("An error without user info describes itself by its code and has no suggestion without a hint")
  func bare() {
    let error = AVError(.noImageAtTime)
    #expect(error.localizedDescription == "the operation failed (noImageAtTime)")
    #expect(error.recoverySuggestion == nil && error.device == nil && error.time == nil)
    #expect(error == AVError(.noImageAtTime) && error != AVError(.decodeFailed))
  }

  @Test("Codes match errors in catch clauses, switches and comparisons")
  func patterns() {
    func name(_ error: any Error) -> String {
      do { throw error } catch AVError.maximumDurationReached {
        return "duration"
      } catch let error as AVError where error.code == .diskFull {
        return "disk"
      } catch {
        switch error {
        case AVError.Code.fileAlreadyExists: return "file"
        default: return "other"
        }
      }
    }
    let errors: [any Error] = [
      AVError(.maximumDurationReached), AVError(.diskFull), AVError(.fileAlreadyExists), AVError(.unknown),
    ]
    #expect(errors.map(name) == ["duration", "disk", "file", "other"])
  }

  // MARK: Causes

  private let camera = SyntheticCamera.stepped()

  private func connect(_ session: AVCaptureSession, _ output: AVCaptureOutput) throws {
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
  }

  @Test(
    "A device that is not connected is another error than one that was disconnected during its use",
    .objectNotifications)
  func disconnection() throws {
    let session = AVCaptureSession(resumesAfterInterruption: false)
    try connect(session, AVCaptureVideoDataOutput())
    session.startRunning()
    let errors = Log<AVError>()
    let observer = NotificationCenter.default.addObserver(
      forName: .AVCaptureSessionRuntimeError, object: session, queue: nil
    ) { notification in
      if let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError { errors.append(error) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    camera.inject(.vanish)
    camera.step()
    try errors.wait(for: "the disconnection") { $0.count == 1 }
    #expect(errors.all.map(\.code) == [.deviceWasDisconnected] && errors.all[0].device == camera.device)
    let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: camera.device) }
    #expect(error?.code == .deviceNotConnected && error?.device == camera.device)
    #expect(error?.code != .deviceWasDisconnected)
  }

  @Test("A camera that another session uses is another error than one that another program uses")
  func inUse() throws {
    let first = AVCaptureSession()
    let second = AVCaptureSession(resumesAfterInterruption: false)
    try connect(first, AVCaptureVideoDataOutput())
    try connect(second, AVCaptureVideoDataOutput())
    first.startRunning()
    let error = #expect(throws: AVError.self) { try second.startOrThrow() }
    first.stopRunning()
    #expect(error?.code == .deviceAlreadyUsedByAnotherSession && error?.device == camera.device)
    #expect(error?.code != .deviceInUseByAnotherApplication)
  }

  private final class Recorder: AVCaptureFileOutputRecordingDelegate, Sendable {
    let errors = Log<AVError?>()

    func fileOutput(
      _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
      from connections: [AVCaptureConnection], error: (any Error)?
    ) { errors.append(error as? AVError) }
  }

  @Test("The error of a recording at its limit has duration and size, and says that the file is complete")
  func limit() throws {
    let session = AVCaptureSession()
    let output = AVCaptureMovieFileOutput()
    let recorder = Recorder()
    try connect(session, output)
    output.maxRecordedDuration = CMTime(value: 1, timescale: 2)
    session.startRunning()
    try TemporaryFolder.with { folder in
      output.startRecording(to: URL(filePath: folder.path("a.mov")), recordingDelegate: recorder)
      try TimedOut.unless("the end of the recording") { deadline in
        while recorder.errors.count == 0 {
          guard MonotonicClock.now() < deadline else { return false }
          camera.step()
        }
        return true
      }
      session.stopRunning()
      let first = try #require(recorder.errors.all.first)
      let error = try #require(first)
      #expect(error.code == .maximumDurationReached && error.localizedDescription.hasSuffix("0.5 s reached"))
      #expect(try #require(error.time) > .zero && error.fileSize != nil)
      let userInfo = ((error as any Error) as NSError).userInfo
      #expect(userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
      #expect((userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue == true)
      #expect((userInfo[AVErrorFileSizeKey] as? NSNumber)?.int64Value == error.fileSize)
      #expect(userInfo[AVErrorTimeKey] as? CMTime == error.time)
    }
  }

  @Test("The error of a recording that did not start says that the file is not complete")
  func refused() throws {
    let output = AVCaptureMovieFileOutput()
    let recorder = Recorder()
    output.startRecording(to: URL(filePath: "/nowhere/a.mov"), recordingDelegate: recorder)
    try recorder.errors.wait(for: "the error") { $0.count == 1 }
    let first = try #require(recorder.errors.all.first)
    let error = try #require(first)
    #expect(error.code == .sessionNotRunning)
    #expect(error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == false)
    #expect(AVError(.sessionNotRunning).userInfo[AVErrorRecordingSuccessfullyFinishedKey] == nil)
  }
}
