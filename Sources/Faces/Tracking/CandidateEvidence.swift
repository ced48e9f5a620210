/// The accumulated evidence for an unconfirmed face.
///
/// A blurred, small or half turned face is clear in one frame and unclear in the next. Therefore it is verified in
/// several frames, and the votes are added; a clear face needs only one. This is a sequential test (Wald, 1945):
/// verifications cost time, and they end as soon as the result is certain. A picture on the wall looks the same in
/// every frame, so the mean must be high, too. A face without a clear verification needs a second method of
/// verification, or twice the votes if that fails.
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

  /// The minimum sum of votes.
  private static let leastVotes = 12.0
  /// The minimum mean of votes.
  private static let leastMean = 3.0
  /// The minimum sum of votes after a failed second verification.
  private static let leastRefutedVotes = 24.0
  /// The minimum mean of votes after a failed second verification.
  private static let leastRefutedMean = 4.0
  /// The mean below which two verifications suffice to reject the candidate.
  private static let hopeless = 0.5
  private static let mostLooks = 8

  private var looks = 0
  private var votes = 0.0
  private var isRefuted = false

  /// Records the votes of a verification.
  mutating func look(votes: Double) -> Outcome {
    looks += 1
    self.votes += votes
    let least = isRefuted ? Self.leastRefutedVotes : Self.leastVotes
    let mean = isRefuted ? Self.leastRefutedMean : Self.leastMean
    if self.votes >= max(least, mean * Double(looks)) {
      return isRefuted || votes >= Self.leastVotes ? .face : .faint
    }
    let isHopeless = looks >= 2 && self.votes < Self.hopeless * Double(looks)
    return isHopeless || looks >= Self.mostLooks ? .nothing : .suspect
  }

  /// Records that the second method failed.
  mutating func recordFailedVerification() { isRefuted = true }
}
