import CaptureFixtures
import COpenCaptureSystem
import Fixtures
import FoundationEssentials
import Glibc
import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem
import Testing

@testable import OpenCaptureCommandSupport

@Suite("Network cameras in worker processes")
struct NetworkStreamWorkerTests {
  private let workers: NetworkStreamWorkers

  init() throws {
    workers = try NetworkStreamWorkers(isLocked: true, program: Command(built: "viewfinder").executable.path)
  }

  private func address(_ server: PictureServer, timeout: Int = 10_000) -> NetworkStreamAddress {
    NetworkStreamAddress(server.address(), timeoutMilliseconds: timeout)
  }

  private func open(_ server: PictureServer) throws -> WorkerStreamReader {
    try #require(try workers.open(address(server), name: "door") as? WorkerStreamReader)
  }

  /// Whether a process exists.
  private func isRunning(_ pid: Int32) -> Bool { kill(pid, 0) == 0 }

  @Test("A worker decodes the same frames, which remain readable after its end")
  func frames() throws {
    let server = try PictureServer(.pictures(atOnce: 0))
    defer { server.end() }
    // The server has one connection at a time.
    let (info, expected) = try {
      let own = try DecodingStreamReader(address(server), name: "door")
      return (own.info, try own.next())
    }()
    let kept = try {
      let reader = try open(server)
      #expect(reader.info == info)
      let places = try (0..<100).map { _ in
        try reader.next().sample.pixelBuffer?.withUnsafePlane(0) { UInt(bitPattern: $0.baseAddress) }
      }
      // The memory of released frames is used again.
      #expect(Set(places).count < 20)
      let kept = try (0..<3).map { _ in try reader.next() }
      #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.nanoseconds < $1.nanoseconds })
      let numbers = kept.compactMap(\.sample.sequenceNumber)
      #expect(numbers.count == 3 && numbers[2] - numbers[0] == 2)
      return kept
    }()
    for frame in kept {
      #expect(frame.sample.format == expected.sample.format)
      let pixels = try #require(frame.sample.pixelBuffer)
      #expect(pixels.pixels == expected.sample.pixelBuffer?.pixels)
    }
  }

  @Test("A crash is an error, and the next connection uses a new worker")
  func crash() throws {
    let server = try PictureServer(.pictures(atOnce: 0))
    defer { server.end() }
    let reader = try open(server)
    _ = try reader.next()
    kill(reader.pid, SIGKILL)
    let error = #expect(throws: MovieError.self) { while true { _ = try reader.next() } }
    #expect(error?.code == .unreachable && error?.reason == "the decoder crashed (SIGKILL)")
    #expect(throws: MovieError.self) { try reader.next() }
    _ = try open(server).next()
  }

  @Test("Cancelling ends a wait for a frame, and no process remains")
  func cancellation() throws {
    let server = try PictureServer(.stall(after: 50))
    defer { server.end() }
    let pid = try {
      let reader = try open(server)
      _ = try reader.next()
      let thread = NamedThread(name: "cancel") {
        usleep(200_000)
        reader.cancel()
      }
      let error = #expect(throws: MovieError.self) { while true { _ = try reader.next() } }
      #expect(error?.code == .cancelled)
      thread?.join()
      return reader.pid
    }()
    try TimedOut.unless("the end of the worker") { deadline in
      while isRunning(pid), MonotonicClock.now() < deadline { usleep(10_000) }
      return !isRunning(pid)
    }
  }

  @Test("A failure to connect is the same error as without a worker")
  func failure() throws {
    let server = try PictureServer(.unauthorized)
    defer { server.end() }
    let own = #expect(throws: MovieError.self) { try DecodingStreamReader(address(server), name: "door") }
    let other = #expect(throws: MovieError.self) { try open(server) }
    #expect(own?.code == .unauthorized && other?.code == own?.code)
    #expect(other?.reason == own?.reason && other?.hint == own?.hint && other?.subject == "door")
  }

  @Test("Memory that could shrink while it is read is rejected")
  func shrinking() throws {
    let file = OwnedDescriptor(csystem_create_memory("test"))
    #expect(ftruncate(file.number, 4096) == 0)
    #expect(throws: MessageError.self) { try FrameBlocks.Block(file) }
  }
}
