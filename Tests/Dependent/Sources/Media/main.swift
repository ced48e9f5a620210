import CommandSupport
import CoreMedia

var timing = CMSampleTimingInfo(
  duration: .invalid, presentationTimeStamp: CMTime(value: 1, timescale: 2), decodeTimeStamp: .invalid)
timing.presentationTimeStamp = CMTimeMultiply(timing.presentationTimeStamp, multiplier: 3)
report("\(timing.presentationTimeStamp.seconds) s, \(CGSize(width: 4, height: 2).width) pixels")
