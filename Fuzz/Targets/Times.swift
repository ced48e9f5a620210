import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSound

extension FuzzTarget {
  static let times = [time, clock, timeline, follower, stamps]

  /// Operations on two times, and the laws that hold for all times.
  private static let time = FuzzTarget("time", longestInput: 48) { input in
    var numbers = InputNumbers(input)
    let left = numbers.time()
    let right = numbers.time()
    let integer = numbers.number(Int64.self)
    let divisor = numbers.number(Int64.self)
    let factor = numbers.double()
    let timescale = numbers.number(Int32.self)
    precondition(left + right == right + left, "addition is not commutative")
    precondition([left < right, left == right, left > right].count { $0 } == 1, "the order is not total")
    precondition(left != right || left.hashValue == right.hashValue, "equal times hash differently")
    precondition(left + .zero == left, "adding zero changes a time")
    precondition(!left.isNumeric || left - left == .zero, "a time minus itself is not zero")
    if (-left).isNumeric == left.isNumeric, !(-left).hasBeenRounded {
      precondition(-(-left) == left, "negating a time twice changes it")
    }
    for result in [left - right, left * Int(integer), left * factor, left.multiplied(by: integer, over: divisor)] {
      _ = (result.description, result.seconds)
    }
    for method in MediaTimeRoundingMethod.allCases {
      let converted = left.convertScale(timescale, method: method)
      guard left.isNumeric, converted.isNumeric else { continue }
      precondition(converted.hasBeenRounded || converted == left, "a rounded time is not marked as rounded")
      if method == .roundTowardNegativeInfinity {
        precondition(converted <= left, "rounding down gives a later time")
      }
      if method == .roundTowardPositiveInfinity {
        precondition(converted >= left, "rounding up gives an earlier time")
      }
    }
    _ = MediaTime(seconds: factor, preferredTimescale: timescale).description
  }

  /// Sound times, which must match those of the file within one tick and one frame.
  private static let clock = FuzzTarget("clock", longestInput: 256) { input in
    var numbers = InputNumbers(input)
    let timeBase = TimeBase(numerator: numbers.number(), denominator: numbers.number())
    var clock = AudioFrameClock(timeBase: timeBase)
    while !numbers.isAtEnd {
      let rate = Int(numbers.number(UInt32.self)) % AudioFormat.sampleRates.upperBound + 1
      let ticks = numbers.number(Int64.self)
      let time = clock.time(ticks, frameCount: Int(numbers.number(UInt16.self)), sampleRate: rate)
      guard let tick = timeBase.time(1), let exact = timeBase.time(ticks), exact.isNumeric else { continue }
      let limit = tick + MediaTime(value: 2, timescale: Int32(rate))
      precondition((time - exact).magnitude <= limit, "the time differs from the file's")
    }
  }

  /// Pictures, sound, pauses and ends of a recording; ascending source times must give ascending picture times.
  private static let timeline = FuzzTarget("timeline", longestInput: 256) { input in
    var numbers = InputNumbers(input)
    let kind = numbers.number(UInt8.self)
    let ascends = kind & 1 != 0
    var timeline = RecordingTimeline(hasVideo: kind & 2 == 0, hasAudio: kind & 4 != 0)
    var now = MediaTime.zero
    var last = MediaTime.zero
    while !numbers.isAtEnd {
      let event = numbers.number(UInt8.self)
      now =
        ascends ? now + MediaTime(value: Int64(numbers.number(UInt32.self)), timescale: 1_000_000) : numbers.time()
      switch event & 3 {
      case 0:
        guard let time = timeline.place(picture: now), ascends else { continue }
        precondition(time >= last, "a picture precedes the previous one")
        last = time
      case 1: _ = timeline.place(sound: now)
      case 2: timeline.isPaused ? timeline.resume(at: now) : timeline.pause(at: now)
      default:
        guard let end = timeline.end(now), ascends else { continue }
        precondition(end >= last, "the recording ends before its last picture")
      }
    }
  }

  /// Sound at arbitrary times; the estimated clock drift must stay within its limit.
  private static let follower = FuzzTarget("follower", longestInput: 512) { input in
    var numbers = InputNumbers(input)
    let rate = Int(numbers.number(UInt32.self)) % AudioFormat.sampleRates.upperBound + 1
    let isSteady = numbers.number(UInt8.self) & 1 != 0
    var follower = AudioSyncController(sampleRate: rate)
    var now = 0.0
    while !numbers.isAtEnd {
      now = isSteady ? now + Double(numbers.number(UInt16.self)) / 65_536 : numbers.double()
      follower.note(now, frameCount: Int(numbers.number(UInt16.self)))
      precondition(abs(follower.drift) <= AudioSyncController.maximumDrift, "the drift exceeds its limit")
      let difference = isSteady ? Double(numbers.number(Int16.self)) : numbers.double()
      let correction = follower.correction(difference)
      let maximumStretch = AudioSyncController.maximumStretch + AudioSyncController.maximumDrift
      precondition(abs(correction.stretch) <= maximumStretch, "the stretch is audible")
      precondition(
        correction.jump == 0 || abs(difference) > AudioSyncController.tolerance * Double(rate),
        "the difference is too small for a jump")
    }
  }

  /// Arbitrary positions and timestamps of a sound driver.
  private static let stamps = FuzzTarget("stamps", longestInput: 512) { input in
    var numbers = InputNumbers(input)
    let isSteady = numbers.number(UInt8.self) & 1 != 0
    var loop = DelayLockedLoop(rate: Double(numbers.number(UInt32.self)))
    var position = Int64(0)
    var stamp = UInt64(1) << 40
    while !numbers.isAtEnd {
      if isSteady {
        position += Int64(numbers.number(UInt16.self))
        stamp += UInt64(numbers.number(UInt32.self))
      } else {
        position = numbers.number()
        stamp = numbers.number()
      }
      let outcome = loop.update(position: position, stamp: stamp)
      precondition(loop.isRunning)
      if outcome == .started || outcome == .restarted {
        precondition(loop.time(ofPosition: position) == stamp, "the time differs from the timestamp")
      }
      _ = (loop.time(ofPosition: numbers.number()), loop.measuredRate, loop.drift)
      if numbers.number(UInt8.self) == 0 { loop.restartTimeline() }
    }
  }
}
