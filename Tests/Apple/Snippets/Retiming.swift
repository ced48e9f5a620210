import CoreMedia
import Foundation

/// Moves a sample buffer to another time, as after a pause of a recording.
func adjustTime(of sampleBuffer: CMSampleBuffer, by offset: CMTime) -> CMSampleBuffer? {
  var count: CMItemCount = 0
  CMSampleBufferGetSampleTimingInfoArray(
    sampleBuffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &count)
  var timings = [CMSampleTimingInfo](
    repeating: CMSampleTimingInfo(duration: .zero, presentationTimeStamp: .zero, decodeTimeStamp: .zero),
    count: count)
  CMSampleBufferGetSampleTimingInfoArray(
    sampleBuffer, entryCount: count, arrayToFill: &timings, entriesNeededOut: &count)
  for index in timings.indices {
    timings[index].presentationTimeStamp = CMTimeSubtract(timings[index].presentationTimeStamp, offset)
    timings[index].decodeTimeStamp = CMTimeSubtract(timings[index].decodeTimeStamp, offset)
  }
  var moved: CMSampleBuffer?
  let status = CMSampleBufferCreateCopyWithNewTiming(
    allocator: kCFAllocatorDefault, sampleBuffer: sampleBuffer, sampleTimingEntryCount: count,
    sampleTimingArray: &timings, sampleBufferOut: &moved)
  return status == noErr ? moved : nil
}

/// Returns a time as minutes and seconds, with two digits each.
func timeText(_ time: CMTime) -> String {
  guard time.isNumeric else { return "--:--" }
  let seconds = Int(CMTimeGetSeconds(time).rounded())
  return String(format: "%02d:%02d", seconds / 60, seconds % 60)
}
