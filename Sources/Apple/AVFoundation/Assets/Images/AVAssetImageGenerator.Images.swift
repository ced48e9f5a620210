public import CoreMedia

extension AVAssetImageGenerator {
  /// The pictures at several times, each made when it is asked for.
  public func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

  /// Pictures at several times.
  public struct Images: AsyncSequence, Sendable {
    fileprivate let generator: AVAssetImageGenerator
    fileprivate let times: [CMTime]

    /// Begins with the first time.
    public func makeAsyncIterator() -> Iterator { Iterator(generator: generator, times: times[...]) }

    /// What goes through the times.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      fileprivate let generator: AVAssetImageGenerator
      fileprivate var times: ArraySlice<CMTime>

      /// The picture at the next time, or why there is none; nil behind the last.
      public mutating func next() async -> Element? {
        guard let time = times.popFirst() else { return nil }
        do {
          let (image, actualTime) = try await generator.image(at: time)
          return .success(requestedTime: time, image: image, actualTime: actualTime)
        } catch {
          return .failure(requestedTime: time, error: error)
        }
      }
    }

    /// A picture, or why there is none.
    public enum Element: Sendable {
      /// A picture, and when the frame begins that it is of.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// Why there is none.
      case failure(requestedTime: CMTime, error: any Error)

      /// The time that was asked for.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The picture.
      ///
      /// - Throws: Why there is none.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// When the frame begins that the picture is of.
      ///
      /// - Throws: Why there is none.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): time
          case .failure(_, let error): throw error
          }
        }
      }
    }
  }
}
