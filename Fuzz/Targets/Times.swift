import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSound

extension FuzzTarget {
  static let times = [time, clock, timeline, follower, stamps]

  /// What is done with two times, and what must be so of any.
  private static let time = FuzzTarget("time", longestInput: 48) { input in
    var numbers = InputNumbers(input)
    let (left, right) = (numbers.time(), numbers.time())
    let (integer, divisor, factor, timescale) = (
      numbers.number(Int64.self), numbers.number(Int64.self), numbers.double(), numbers.number(Int32.self)
    )
    precondition(left + right == right + left, "the order of a sum matters")
    precondition([left < right, left == right, left > right].count { $0 } == 1, "times have no order")
    precondition(left != right || left.hashValue == right.hashValue, "equal times hash differently")
    precondition(left + .zero == left, "nothing changes a time")
    precondition(!left.isNumeric || left - left == .zero, "there is something between a time and itself")
    if (-left).isNumeric == left.isNumeric, !(-left).hasBeenRounded {
      precondition(-(-left) == left, "a time isn't the opposite of its opposite")
    }
    for result in [left - right, left * Int(integer), left * factor, left.multiplied(by: integer, over: divisor)] {
      _ = (result.description, result.seconds)
    }
    for method in MediaTimeRoundingMethod.allCases {
      let converted = left.convertScale(timescale, method: method)
      guard left.isNumeric, converted.isNumeric else { continue }
      precondition(converted.hasBeenRounded || converted == left, "a time was rounded without a word")
      if method == .roundTowardNegativeInfinity { precondition(converted <= left, "it isn't the earlier time") }
      if method == .roundTowardPositiveInfinity { precondition(converted >= left, "it isn't the later time") }
    }
    _ = MediaTime(seconds: factor, preferredTimescale: timescale).description
  }

  /// Frames of sound are heard when the file says, to a tick of it and a frame.
  private static let clock = FuzzTarget("clock", longestInput: 256) { input in
    var numbers = InputNumbers(input)
    let timeBase = TimeBase(numerator: numbers.number(), denominator: numbers.number())
    var clock = SoundClock(timeBase: timeBase)
    while !numbers.isAtEnd {
      let rate = Int(numbers.number(UInt32.self)) % AudioFormat.sampleRates.upperBound + 1
      let ticks = numbers.number(Int64.self)
      let time = clock.time(ticks, frameCount: Int(numbers.number(UInt16.self)), sampleRate: rate)
      guard let tick = timeBase.time(1), let exact = timeBase.time(ticks), exact.isNumeric else { continue }
      let limit = tick + MediaTime(value: 2, timescale: Int32(rate))
      precondition((time - exact).magnitude <= limit, "sound is heard at another time than the file's")
    }
  }

  /// Pictures and sound, pauses and ends of a recording; while its source's times ascend, so do those of pictures.
  private static let timeline = FuzzTarget("timeline", longestInput: 256) { input in
    var numbers = InputNumbers(input)
    let kind = numbers.number(UInt8.self)
    let ascends = kind & 1 != 0
    var timeline = RecordingTimeline(hasVideo: kind & 2 == 0, hasAudio: kind & 4 != 0)
    var (now, shown) = (MediaTime.zero, MediaTime.zero)
    while !numbers.isAtEnd {
      let event = numbers.number(UInt8.self)
      now =
        ascends ? now + MediaTime(value: Int64(numbers.number(UInt32.self)), timescale: 1_000_000) : numbers.time()
      switch event & 3 {
      case 0:
        guard let time = timeline.place(picture: now), ascends else { continue }
        precondition(time >= shown, "a picture is shown before the one before it")
        shown = time
      case 1: _ = timeline.place(sound: now)
      case 2: timeline.isPaused ? timeline.resume(at: now) : timeline.pause(at: now)
      default:
        guard let end = timeline.end(now), ascends else { continue }
        precondition(end >= shown, "it ends before its last picture")
      }
    }
  }

  /// Sound that comes at any times: no clock is believed to be wronger than one can be.
  private static let follower = FuzzTarget("follower", longestInput: 512) { input in
    var numbers = InputNumbers(input)
    let rate = Int(numbers.number(UInt32.self)) % AudioFormat.sampleRates.upperBound + 1
    let isSteady = numbers.number(UInt8.self) & 1 != 0
    var (follower, now) = (ClockFollower(sampleRate: rate), 0.0)
    while !numbers.isAtEnd {
      now = isSteady ? now + Double(numbers.number(UInt16.self)) / 65_536 : numbers.double()
      follower.note(now, frameCount: Int(numbers.number(UInt16.self)))
      precondition(abs(follower.drift) <= ClockFollower.mostDrift, "no clock is as wrong as that")
      let difference = isSteady ? Double(numbers.number(Int16.self)) : numbers.double()
      let correction = follower.correction(difference)
      let mostStretch = ClockFollower.mostStretch + ClockFollower.mostDrift
      precondition(abs(correction.stretch) <= mostStretch, "that can be heard")
      precondition(
        correction.jump == 0 || abs(difference) > ClockFollower.tolerance * Double(rate), "that needn't jump")
    }
  }

  /// A driver's positions and stamps, whatever they are.
  private static let stamps = FuzzTarget("stamps", longestInput: 512) { input in
    var numbers = InputNumbers(input)
    let isSteady = numbers.number(UInt8.self) & 1 != 0
    var loop = DelayLockedLoop(rate: Double(numbers.number(UInt32.self)))
    var (position, stamp) = (Int64(0), UInt64(1) << 40)
    while !numbers.isAtEnd {
      if isSteady {
        position += Int64(numbers.number(UInt16.self))
        stamp += UInt64(numbers.number(UInt32.self))
      } else {
        (position, stamp) = (numbers.number(), numbers.number())
      }
      let outcome = loop.update(position: position, stamp: stamp)
      precondition(loop.isRunning)
      if outcome == .started || outcome == .restarted {
        precondition(loop.time(ofPosition: position) == stamp, "times don't begin with the stamp")
      }
      _ = (loop.time(ofPosition: numbers.number()), loop.measuredRate, loop.drift)
      if numbers.number(UInt8.self) == 0 { loop.forgetTime() }
    }
  }
}
