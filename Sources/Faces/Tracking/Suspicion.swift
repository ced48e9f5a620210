/// A place that may be a face, but isn't surely one.
///
/// A face that is blurred, small or half turned away is seen well in one frame and badly in the next: so it is looked at in
/// some more of them. What votes each look came to is summed up; what is as clear as most faces are needs one. This is a
/// sequential test as Wald's (1945): each look costs, and none is taken once the answer is clear either way. But as a
/// picture on the wall looks the same in every frame, their mean must be high, too. What was never seen well has to be
/// verified by other means, and takes twice as much where that fails. Pure: votes come in.
struct Suspicion: Sendable, Hashable {
  /// What the looks came to.
  enum Outcome: Sendable, Hashable {
    /// It is a face.
    case face
    /// It is one if it can be verified: none of the looks was plain.
    case faint
    /// It has to be looked at again.
    case suspect
    /// It is none.
    case nothing
  }

  /// The votes that all looks together need, and each in the mean.
  private static let (leastVotes, leastMean) = (12.0, 3.0)
  /// The same for what could not be verified.
  private static let (leastRefutedVotes, leastRefutedMean) = (24.0, 4.0)
  /// Below this mean two looks are enough to give it up.
  private static let hopeless = 0.5
  private static let mostLooks = 8

  private var looks = 0
  private var votes = 0.0
  private var isRefuted = false

  /// Takes note of a look.
  mutating func look(votes: Double) -> Outcome {
    looks += 1
    self.votes += votes
    if isEnough { return isRefuted || votes >= Self.leastVotes ? .face : .faint }
    let isHopeless = looks >= 2 && self.votes < Self.hopeless * Double(looks)
    return isHopeless || looks >= Self.mostLooks ? .nothing : .suspect
  }

  /// Takes note that it could not be verified.
  mutating func refute() { isRefuted = true }

  private var isEnough: Bool {
    let (least, mean) =
      isRefuted ? (Self.leastRefutedVotes, Self.leastRefutedMean) : (Self.leastVotes, Self.leastMean)
    return votes >= max(least, mean * Double(looks))
  }
}
