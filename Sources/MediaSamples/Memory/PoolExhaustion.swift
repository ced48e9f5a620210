/// What a pool does for those who ask for a buffer while all of them are in use.
public enum PoolExhaustion: Sendable, Hashable, CaseIterable {
  /// It throws ``MediaError/Code/poolExhausted``: memory is bounded, whoever keeps buffers.
  case fails
  /// It gives a buffer on memory of its own, which doesn't come back to the pool: whoever keeps buffers pays for them.
  case allocates
}
