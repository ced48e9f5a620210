/// The accumulated evidence for an unconfirmed face.
///
/// A blurred, small or half turned face is clear in one frame and unclear in the next. Therefore it is verified in
/// several frames, and the votes are added; a clear face needs only one. This is a sequential test (Wald, 1945):
/// verifications cost time, and they end as soon as the result is certain. A picture on the wall looks the same in
/// every frame, so the mean must be high, too. A face without a clear verification needs a second method of
/// verification, or twice the votes if that fails. In a scene without a clear face, it waits for a clear
/// verification of its own, or for many votes, because other objects have neither.
struct CandidateEvidence: Sendable, Hashable {
  /// The result of the verifications so far.
  enum Outcome: Sendable, Hashable {
    /// A confirmed face.
    case face
    /// A face, provided that the second method verifies it: no verification was clear.
    case faint
    /// Undecided: another verification is necessary.
    case suspect
    /// No face.
    case nothing
  }

  /// The votes of a clear verification, which are also the minimum sum of votes.
  static let clearVotes = 12.0
  /// The minimum mean of votes.
  private static let leastMean = 3.0
  /// The minimum sum of votes after a failed second verification.
  private static let leastRefutedVotes = 24.0
  /// The votes of a face that never had a clear verification, as one behind a hand.
  ///
  /// Other objects have 36 at most; see `Models/README.md`.
  private static let sufficientVotes = 48.0
  /// The minimum mean of votes after a failed second verification.
  private static let leastRefutedMean = 4.0
  /// The mean below which two verifications suffice to reject the candidate.
  private static let hopeless = 0.5
  private static let mostLooks = 8

  /// Whether only a clear verification is missing.
  var isFaint: Bool { wasFaint && !isRefuted }
  private var wasFaint = false
  private var looks = 0
  private var votes = 0.0
  private var isRefuted = false

  /// Records the votes of a verification.
  mutating func look(votes: Double) -> Outcome {
    looks += 1
    self.votes += votes
    let least = isRefuted ? Self.leastRefutedVotes : Self.clearVotes
    let mean = isRefuted ? Self.leastRefutedMean : Self.leastMean
    if self.votes >= max(least, mean * Double(looks)) {
      if isRefuted || votes >= Self.clearVotes || self.votes >= Self.sufficientVotes { return .face }
      wasFaint = true
      return looks >= Self.mostLooks ? .nothing : .faint
    }
    let isHopeless = looks >= 2 && self.votes < Self.hopeless * Double(looks)
    return isHopeless || looks >= Self.mostLooks ? .nothing : .suspect
  }

  /// Records that the second method failed.
  mutating func recordFailedVerification() { isRefuted = true }
}
