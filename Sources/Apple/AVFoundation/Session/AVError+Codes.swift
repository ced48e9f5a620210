public import OpenCaptureFlow
import OpenCapturePhotos
import OpenCaptureRecording

// Apple's codes. Those with an equivalent in OpenCapture are other names of it; most of the others are never used.

extension CaptureError.Code {
  /// The reason is unknown.
  public static var unknown: Self { Self("unknown") }
  /// Another session is using the device.
  public static var deviceAlreadyUsedByAnotherSession: Self { .deviceUsedByAnotherSession }
  /// The configuration of the session changed during a recording.
  public static var sessionConfigurationChanged: Self { .configurationChanged }
  /// The device was disconnected during its use.
  public static var deviceWasDisconnected: Self { .deviceDisconnected }
  /// The format of the source changed.
  public static var mediaChanged: Self { Self("mediaChanged") }
  /// The file has the maximum number of samples.
  public static var maximumNumberOfSamplesForFileFormatReached: Self {
    Self("maximumNumberOfSamplesForFileFormatReached")
  }
  /// Another program is using the device.
  public static var deviceInUseByAnotherApplication: Self { .deviceInUse }
  /// Another part of the program has locked the device for configuration.
  public static var deviceLockedForConfigurationByAnotherProcess: Self { .lockedForConfiguration }
  /// The session was interrupted.
  public static var sessionWasInterrupted: Self { Self("sessionWasInterrupted") }
  /// The media services were reset.
  public static var mediaServicesWereReset: Self { Self("mediaServicesWereReset") }
  /// The export failed.
  public static var exportFailed: Self { Self("exportFailed") }
  /// The media cannot be decoded.
  public static var decodeFailed: Self { Self("decodeFailed") }
  /// The file cannot be read, or does not contain the requested media.
  public static var invalidSourceMedia: Self { Self("invalidSourceMedia") }
  /// The segments of a composition track are not contiguous.
  public static var compositionTrackSegmentsNotContiguous: Self { Self("compositionTrackSegmentsNotContiguous") }
  /// The duration of a composition track's segment is invalid.
  public static var invalidCompositionTrackSegmentDuration: Self { Self("invalidCompositionTrackSegmentDuration") }
  /// The source start time of a composition track's segment is invalid.
  public static var invalidCompositionTrackSegmentSourceStartTime: Self {
    Self("invalidCompositionTrackSegmentSourceStartTime")
  }
  /// The source duration of a composition track's segment is invalid.
  public static var invalidCompositionTrackSegmentSourceDuration: Self {
    Self("invalidCompositionTrackSegmentSourceDuration")
  }
  /// The file format is unknown.
  public static var fileFormatNotRecognized: Self { Self("fileFormatNotRecognized") }
  /// The file is damaged or truncated.
  public static var fileFailedToParse: Self { Self("fileFailedToParse") }
  /// Too many photos are requested at once.
  public static var maximumStillImageCaptureRequestsExceeded: Self {
    Self("maximumStillImageCaptureRequestsExceeded")
  }
  /// The content is protected.
  public static var contentIsProtected: Self { Self("contentIsProtected") }
  /// No image exists at the requested time.
  public static var noImageAtTime: Self { Self("noImageAtTime") }
  /// No decoder supports the codec.
  public static var decoderNotFound: Self { Self("decoderNotFound") }
  /// No encoder supports the codec or its settings.
  public static var encoderNotFound: Self { Self("encoderNotFound") }
  /// The user is not authorized to play the content.
  public static var contentIsNotAuthorized: Self { Self("contentIsNotAuthorized") }
  /// The program is not authorized to play the content.
  public static var applicationIsNotAuthorized: Self { Self("applicationIsNotAuthorized") }
  /// The device is not available to a program in the background.
  public static var deviceIsNotAvailableInBackground: Self { Self("deviceIsNotAvailableInBackground") }
  /// The asset does not support the operation.
  public static var operationNotSupportedForAsset: Self { Self("operationNotSupportedForAsset") }
  /// The decoder is unavailable for the moment.
  public static var decoderTemporarilyUnavailable: Self { Self("decoderTemporarilyUnavailable") }
  /// The encoder is unavailable for the moment.
  public static var encoderTemporarilyUnavailable: Self { Self("encoderTemporarilyUnavailable") }
  /// The video composition is invalid.
  public static var invalidVideoComposition: Self { Self("invalidVideoComposition") }
  /// The policy for references forbids a reference to other media.
  public static var referenceForbiddenByReferencePolicy: Self { Self("referenceForbiddenByReferencePolicy") }
  /// The path extension does not match the file type.
  public static var invalidOutputURLPathExtension: Self { Self("invalidOutputURLPathExtension") }
  /// The screen cannot be captured.
  public static var screenCaptureFailed: Self { Self("screenCaptureFailed") }
  /// The captured display was turned off.
  public static var displayWasDisabled: Self { Self("displayWasDisabled") }
  /// The level of the torch is unavailable for the moment.
  public static var torchLevelUnavailable: Self { Self("torchLevelUnavailable") }
  /// The operation was interrupted.
  public static var operationInterrupted: Self { .photoInterrupted }
  /// The system cannot play the asset.
  public static var incompatibleAsset: Self { Self("incompatibleAsset") }
  /// The media of an input cannot be read.
  public static var failedToLoadMediaData: Self { .mediaFailed }
  /// The server of the media is configured incorrectly.
  public static var serverIncorrectlyConfigured: Self { Self("serverIncorrectlyConfigured") }
  /// The user is not authorized to use the device.
  public static var applicationIsNotAuthorizedToUseDevice: Self { .notAuthorized }
  /// The media cannot be parsed.
  public static var failedToParse: Self { Self("failedToParse") }
  /// The file type does not support references to samples.
  public static var fileTypeDoesNotSupportSampleReferences: Self { Self("fileTypeDoesNotSupportSampleReferences") }
  /// A part of the media cannot be decoded.
  public static var undecodableMediaData: Self { Self("undecodableMediaData") }
  /// The AirPlay controller needs an internet connection.
  public static var airPlayControllerRequiresInternet: Self { Self("airPlayControllerRequiresInternet") }
  /// The AirPlay receiver needs an internet connection.
  public static var airPlayReceiverRequiresInternet: Self { Self("airPlayReceiverRequiresInternet") }
  /// The video compositor failed.
  public static var videoCompositorFailed: Self { Self("videoCompositorFailed") }
  /// A recording is in progress.
  public static var recordingAlreadyInProgress: Self { Self("recordingAlreadyInProgress") }
  /// The request for a content key failed.
  public static var createContentKeyRequestFailed: Self { Self("createContentKeyRequestFailed") }
  /// The file type, the codec or its settings are not supported.
  public static var unsupportedOutputSettings: Self { .unsupportedRecording }
  /// The operation is not allowed.
  public static var operationNotAllowed: Self { Self("operationNotAllowed") }
  /// The content is unavailable.
  public static var contentIsUnavailable: Self { Self("contentIsUnavailable") }
  /// The format is not supported.
  public static var formatUnsupported: Self { .unsupportedFormat }
  /// The depth data is malformed.
  public static var malformedDepth: Self { Self("malformedDepth") }
  /// The content was not updated.
  public static var contentNotUpdated: Self { Self("contentNotUpdated") }
  /// The content can no longer be played.
  public static var noLongerPlayable: Self { Self("noLongerPlayable") }
  /// The content has no variant for the external display.
  public static var noCompatibleAlternatesForExternalDisplay: Self {
    Self("noCompatibleAlternatesForExternalDisplay")
  }
  /// The source has no suitable track.
  public static var noSourceTrack: Self { Self("noSourceTrack") }
  /// The asset cannot be played on an external display.
  public static var externalPlaybackNotSupportedForAsset: Self { Self("externalPlaybackNotSupportedForAsset") }
  /// The preset does not support the operation.
  public static var operationNotSupportedForPreset: Self { Self("operationNotSupportedForPreset") }
  /// The cameras need more bandwidth than their bus has.
  public static var sessionHardwareCostOverage: Self { .outOfBandwidth }
  /// The session does not support the active format of the device.
  public static var unsupportedDeviceActiveFormat: Self { Self("unsupportedDeviceActiveFormat") }
  /// The session's configuration does not allow the operation.
  public static var incorrectlyConfigured: Self { .invalidConfiguration }
  /// A segment does not begin with a key frame.
  public static var segmentStartedWithNonSyncSample: Self { Self("segmentStartedWithNonSyncSample") }
  /// Rosetta is not installed.
  public static var rosettaNotInstalled: Self { Self("rosettaNotInstalled") }
  /// The operation was cancelled.
  public static var operationCancelled: Self { Self("operationCancelled") }
  /// The request for a content key was cancelled.
  public static var contentKeyRequestCancelled: Self { Self("contentKeyRequestCancelled") }
  /// The sample cursor is invalid.
  public static var invalidSampleCursor: Self { Self("invalidSampleCursor") }
  /// The data of a sample cannot be read.
  public static var failedToLoadSampleData: Self { Self("failedToLoadSampleData") }
  /// The AirPlay receiver is unavailable for the moment.
  public static var airPlayReceiverTemporarilyUnavailable: Self { Self("airPlayReceiverTemporarilyUnavailable") }
  /// The media cannot be encoded.
  public static var encodeFailed: Self { Self("encodeFailed") }
  /// The system denied access to the media.
  public static var sandboxExtensionDenied: Self { Self("sandboxExtensionDenied") }
  /// The tone mapping failed.
  public static var toneMappingFailed: Self { Self("toneMappingFailed") }
  /// The media extension is disabled.
  public static var mediaExtensionDisabled: Self { Self("mediaExtensionDisabled") }
  /// Several media extensions support the format.
  public static var mediaExtensionConflict: Self { Self("mediaExtensionConflict") }
}

extension CaptureError.Code {
  /// The number of the code in Apple's headers.
  ///
  /// A code without an equivalent has the number of the nearest one, or that of ``unknown``.
  public var rawValue: Int {
    let number = name == Self.unknown.name ? detail.flatMap { Int($0) } : CodeNumbers.numbers[name]
    return number ?? CodeNumbers.unknown
  }

  /// Creates the code with a number; never nil, other numbers give an unknown code with that number.
  public init?(rawValue: Int) { self = CodeNumbers.codes[rawValue] ?? Self("unknown", detail: "\(rawValue)") }

  /// Returns whether an error has this code, as in `catch AVError.diskFull`.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? CaptureError)?.code == code }
}

/// The numbers of Apple's headers.
private enum CodeNumbers {
  static let unknown = -11800

  static let codes: [Int: CaptureError.Code] = [
    -11800: .unknown, -11801: .outOfMemory, -11803: .sessionNotRunning, -11804: .deviceAlreadyUsedByAnotherSession,
    -11805: .noDataCaptured, -11806: .sessionConfigurationChanged, -11807: .diskFull,
    -11808: .deviceWasDisconnected, -11809: .mediaChanged, -11810: .maximumDurationReached,
    -11811: .maximumFileSizeReached, -11812: .mediaDiscontinuity,
    -11813: .maximumNumberOfSamplesForFileFormatReached, -11814: .deviceNotConnected,
    -11815: .deviceInUseByAnotherApplication, -11817: .deviceLockedForConfigurationByAnotherProcess,
    -11818: .sessionWasInterrupted, -11819: .mediaServicesWereReset, -11820: .exportFailed, -11821: .decodeFailed,
    -11822: .invalidSourceMedia, -11823: .fileAlreadyExists, -11824: .compositionTrackSegmentsNotContiguous,
    -11825: .invalidCompositionTrackSegmentDuration, -11826: .invalidCompositionTrackSegmentSourceStartTime,
    -11827: .invalidCompositionTrackSegmentSourceDuration, -11828: .fileFormatNotRecognized,
    -11829: .fileFailedToParse, -11830: .maximumStillImageCaptureRequestsExceeded, -11831: .contentIsProtected,
    -11832: .noImageAtTime, -11833: .decoderNotFound, -11834: .encoderNotFound, -11835: .contentIsNotAuthorized,
    -11836: .applicationIsNotAuthorized, -11837: .deviceIsNotAvailableInBackground,
    -11838: .operationNotSupportedForAsset, -11839: .decoderTemporarilyUnavailable,
    -11840: .encoderTemporarilyUnavailable, -11841: .invalidVideoComposition,
    -11842: .referenceForbiddenByReferencePolicy, -11843: .invalidOutputURLPathExtension,
    -11844: .screenCaptureFailed, -11845: .displayWasDisabled, -11846: .torchLevelUnavailable,
    -11847: .operationInterrupted, -11848: .incompatibleAsset, -11849: .failedToLoadMediaData,
    -11850: .serverIncorrectlyConfigured, -11852: .applicationIsNotAuthorizedToUseDevice, -11853: .failedToParse,
    -11854: .fileTypeDoesNotSupportSampleReferences, -11855: .undecodableMediaData,
    -11856: .airPlayControllerRequiresInternet, -11857: .airPlayReceiverRequiresInternet,
    -11858: .videoCompositorFailed, -11859: .recordingAlreadyInProgress, -11860: .createContentKeyRequestFailed,
    -11861: .unsupportedOutputSettings, -11862: .operationNotAllowed, -11863: .contentIsUnavailable,
    -11864: .formatUnsupported, -11865: .malformedDepth, -11866: .contentNotUpdated, -11867: .noLongerPlayable,
    -11868: .noCompatibleAlternatesForExternalDisplay, -11869: .noSourceTrack,
    -11870: .externalPlaybackNotSupportedForAsset, -11871: .operationNotSupportedForPreset,
    -11872: .sessionHardwareCostOverage, -11873: .unsupportedDeviceActiveFormat, -11875: .incorrectlyConfigured,
    -11876: .segmentStartedWithNonSyncSample, -11877: .rosettaNotInstalled, -11878: .operationCancelled,
    -11879: .contentKeyRequestCancelled, -11880: .invalidSampleCursor, -11881: .failedToLoadSampleData,
    -11882: .airPlayReceiverTemporarilyUnavailable, -11883: .encodeFailed, -11884: .sandboxExtensionDenied,
    -11885: .toneMappingFailed, -11886: .mediaExtensionDisabled, -11887: .mediaExtensionConflict,
  ]

  /// The numbers of all codes by name, including those of OpenCapture that have no equivalent.
  static let numbers: [String: Int] = {
    let nearest: [CaptureError.Code: CaptureError.Code] = [
      .noSuchDevice: .deviceNotConnected, .mediaTooLarge: .failedToLoadMediaData,
      .invalidPhotoSettings: .unsupportedOutputSettings, .photoNotAvailable: .sessionNotRunning,
      .photoSettingsReused: .operationNotAllowed, .formatNeeded: .operationNotAllowed,
      .unsupported: .operationNotAllowed, .outOfRange: .operationNotAllowed, .controlLocked: .operationNotAllowed,
      .notLocked: .operationNotAllowed,
    ]
    var numbers: [String: Int] = [:]
    for (number, code) in codes { numbers[code.name] = number }
    for (code, equivalent) in nearest { numbers[code.name] = numbers[equivalent.name] }
    return numbers
  }()
}

// `AVError.diskFull` is the code, as on Apple's systems.

extension CaptureError {
  /// The reason is unknown.
  public static var unknown: Code { .unknown }
  /// The memory could not be allocated.
  public static var outOfMemory: Code { .outOfMemory }
  /// The session is not running.
  public static var sessionNotRunning: Code { .sessionNotRunning }
  /// Another session is using the device.
  public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
  /// The recording ended before it received any data.
  public static var noDataCaptured: Code { .noDataCaptured }
  /// The configuration of the session changed during a recording.
  public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
  /// The disk is full.
  public static var diskFull: Code { .diskFull }
  /// The device was disconnected during its use.
  public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
  /// The format of the source changed.
  public static var mediaChanged: Code { .mediaChanged }
  /// The recording reached its maximum duration.
  public static var maximumDurationReached: Code { .maximumDurationReached }
  /// The recording reached its maximum file size.
  public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
  /// The media has a gap or another format.
  public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
  /// The file has the maximum number of samples.
  public static var maximumNumberOfSamplesForFileFormatReached: Code { .maximumNumberOfSamplesForFileFormatReached }
  /// The device is not connected.
  public static var deviceNotConnected: Code { .deviceNotConnected }
  /// Another program is using the device.
  public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
  /// Another part of the program has locked the device for configuration.
  public static var deviceLockedForConfigurationByAnotherProcess: Code {
    .deviceLockedForConfigurationByAnotherProcess
  }
  /// The session was interrupted.
  public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
  /// The media services were reset.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  /// The export failed.
  public static var exportFailed: Code { .exportFailed }
  /// The media cannot be decoded.
  public static var decodeFailed: Code { .decodeFailed }
  /// The file cannot be read, or does not contain the requested media.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// A file with this name already exists.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// The segments of a composition track are not contiguous.
  public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
  /// The duration of a composition track's segment is invalid.
  public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
  /// The source start time of a composition track's segment is invalid.
  public static var invalidCompositionTrackSegmentSourceStartTime: Code {
    .invalidCompositionTrackSegmentSourceStartTime
  }
  /// The source duration of a composition track's segment is invalid.
  public static var invalidCompositionTrackSegmentSourceDuration: Code {
    .invalidCompositionTrackSegmentSourceDuration
  }
  /// The file format is unknown.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The file is damaged or truncated.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// Too many photos are requested at once.
  public static var maximumStillImageCaptureRequestsExceeded: Code { .maximumStillImageCaptureRequestsExceeded }
  /// The content is protected.
  public static var contentIsProtected: Code { .contentIsProtected }
  /// No image exists at the requested time.
  public static var noImageAtTime: Code { .noImageAtTime }
  /// No decoder supports the codec.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// No encoder supports the codec or its settings.
  public static var encoderNotFound: Code { .encoderNotFound }
  /// The user is not authorized to play the content.
  public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
  /// The program is not authorized to play the content.
  public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
  /// The device is not available to a program in the background.
  public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
  /// The asset does not support the operation.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// The decoder is unavailable for the moment.
  public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
  /// The encoder is unavailable for the moment.
  public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
  /// The video composition is invalid.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  /// The policy for references forbids a reference to other media.
  public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
  /// The path extension does not match the file type.
  public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
  /// The screen cannot be captured.
  public static var screenCaptureFailed: Code { .screenCaptureFailed }
  /// The captured display was turned off.
  public static var displayWasDisabled: Code { .displayWasDisabled }
  /// The level of the torch is unavailable for the moment.
  public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
  /// The operation was interrupted.
  public static var operationInterrupted: Code { .operationInterrupted }
  /// The system cannot play the asset.
  public static var incompatibleAsset: Code { .incompatibleAsset }
  /// The media of an input cannot be read.
  public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
  /// The server of the media is configured incorrectly.
  public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
  /// The user is not authorized to use the device.
  public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
  /// The media cannot be parsed.
  public static var failedToParse: Code { .failedToParse }
  /// The file type does not support references to samples.
  public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
  /// A part of the media cannot be decoded.
  public static var undecodableMediaData: Code { .undecodableMediaData }
  /// The AirPlay controller needs an internet connection.
  public static var airPlayControllerRequiresInternet: Code { .airPlayControllerRequiresInternet }
  /// The AirPlay receiver needs an internet connection.
  public static var airPlayReceiverRequiresInternet: Code { .airPlayReceiverRequiresInternet }
  /// The video compositor failed.
  public static var videoCompositorFailed: Code { .videoCompositorFailed }
  /// A recording is in progress.
  public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
  /// The request for a content key failed.
  public static var createContentKeyRequestFailed: Code { .createContentKeyRequestFailed }
  /// The file type, the codec or its settings are not supported.
  public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
  /// The operation is not allowed.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// The content is unavailable.
  public static var contentIsUnavailable: Code { .contentIsUnavailable }
  /// The format is not supported.
  public static var formatUnsupported: Code { .formatUnsupported }
  /// The depth data is malformed.
  public static var malformedDepth: Code { .malformedDepth }
  /// The content was not updated.
  public static var contentNotUpdated: Code { .contentNotUpdated }
  /// The content can no longer be played.
  public static var noLongerPlayable: Code { .noLongerPlayable }
  /// The content has no variant for the external display.
  public static var noCompatibleAlternatesForExternalDisplay: Code { .noCompatibleAlternatesForExternalDisplay }
  /// The source has no suitable track.
  public static var noSourceTrack: Code { .noSourceTrack }
  /// The asset cannot be played on an external display.
  public static var externalPlaybackNotSupportedForAsset: Code { .externalPlaybackNotSupportedForAsset }
  /// The preset does not support the operation.
  public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
  /// The cameras need more bandwidth than their bus has.
  public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
  /// The session does not support the active format of the device.
  public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
  /// The session's configuration does not allow the operation.
  public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
  /// A segment does not begin with a key frame.
  public static var segmentStartedWithNonSyncSample: Code { .segmentStartedWithNonSyncSample }
  /// Rosetta is not installed.
  public static var rosettaNotInstalled: Code { .rosettaNotInstalled }
  /// The operation was cancelled.
  public static var operationCancelled: Code { .operationCancelled }
  /// The request for a content key was cancelled.
  public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
  /// The sample cursor is invalid.
  public static var invalidSampleCursor: Code { .invalidSampleCursor }
  /// The data of a sample cannot be read.
  public static var failedToLoadSampleData: Code { .failedToLoadSampleData }
  /// The AirPlay receiver is unavailable for the moment.
  public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
  /// The media cannot be encoded.
  public static var encodeFailed: Code { .encodeFailed }
  /// The system denied access to the media.
  public static var sandboxExtensionDenied: Code { .sandboxExtensionDenied }
  /// The tone mapping failed.
  public static var toneMappingFailed: Code { .toneMappingFailed }
  /// The media extension is disabled.
  public static var mediaExtensionDisabled: Code { .mediaExtensionDisabled }
  /// Several media extensions support the format.
  public static var mediaExtensionConflict: Code { .mediaExtensionConflict }
}
