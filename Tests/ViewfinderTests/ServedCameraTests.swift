#if Live
  import ArgumentParser
  import Fixtures
  import Foundation
  import OpenCapture
  import OpenCaptureCommandSupport
  import OpenCaptureLivePage
  import OpenCaptureSystem
  import Testing

  @testable import OpenCaptureViewfinder

  @Suite("Camera of a live page")
  struct ServedCameraTests {
    private func camera(_ folder: URL, _ more: [String] = ["--no-saved-settings"]) throws -> ServedCamera {
      let options = try ServeCommand.parse(["--camera", "synthetic", "--preset", "low", "--quiet"] + more)
      let console = Console("viewfinder", unit: "frames", isQuiet: true, isVerbose: false)
      return try ServedCamera(options, InputPath(folder.path), Locked(false), console) { _ in }
    }

    @Test("A file name is given out only once, even if the file does not exist yet")
    func names() throws {
      try TemporaryFolder.with { folder in
        folder.file("photo-02.jpg", [])
        var free = UnusedFileNames()
        let wanted = InputPath(folder.path("photo.jpg"))
        let names = (0..<3).map { _ in free.take(wanted).lastComponent.text }
        #expect(names == ["photo.jpg", "photo-03.jpg", "photo-04.jpg"])
      }
    }

    @Test("A page sets, resets and describes all controls; a rejected value is an error")
    func controls() async throws {
      try await TemporaryFolder.with { folder in
        let camera = try camera(folder.url)
        func gain() throws -> LiveState.Setting {
          try #require(camera.liveState.settings.first { $0.name == "gain" })
        }
        #expect(try gain().isAutomatic && gain().label == "Gain" && gain().usual == 16)
        try await camera.perform(.control(name: "gain", value: 40))
        #expect(try !gain().isAutomatic && gain().value == 40 && gain().text == "40")
        let mode = try #require(camera.liveState.settings.first { $0.name == "exposure_mode" })
        #expect(mode.kind == .choice && mode.choices.map(\.value) == [1, 3] && mode.value == 1)
        for command in [LiveCommand.control(name: "gain", value: 65), .control(name: "none", value: 1)] {
          await #expect(throws: LivePageError.self) { try await camera.perform(command) }
        }
        try await camera.perform(.resetControl(name: "gain"))
        #expect(try gain().value == 16 && !gain().isAutomatic)
        try await camera.perform(.resetControl(name: nil))
        #expect(try gain().isAutomatic)
        camera.end()
      }
    }

    @Test("Concurrent photos are all kept")
    func photos() async throws {
      try await TemporaryFolder.with { folder in
        let camera = try camera(folder.url)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { try await camera.perform(.photo) } }
          try await group.waitForAll()
        }
        #expect(Set(camera.liveState.files.map(\.name)).count == 3)
        #expect(folder.contents.count == 3)
        camera.end()
      }
    }

    @Test("A movie that fails ends the recording: the page gets the reason, and can start another")
    func failingMovie() async throws {
      try await TemporaryFolder.with { folder in
        let place = folder.url.appendingPathComponent("taken")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let camera = try camera(place)
        try FileManager.default.removeItem(at: place)
        try await camera.perform(.record(true))
        let deadline = MonotonicClock.now() + 60_000_000_000
        while camera.liveState.problem == nil, MonotonicClock.now() < deadline { await Task.yield() }
        #expect(camera.liveState.problem != nil && camera.liveState.recordedSeconds == nil)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        try await camera.perform(.record(true))
        #expect(camera.liveState.problem == nil && camera.liveState.recordedSeconds != nil)
        camera.end()
        #expect(camera.liveState.recordedSeconds == nil)
      }
    }

    @Test("After the end has begun, no command is performed, and the camera is not started again")
    func end() async throws {
      try await TemporaryFolder.with { folder in
        let camera = try camera(folder.url)
        camera.beginEnd()
        for command in [LiveCommand.record(true), .photo, .peaking(true), .zoom(2)] {
          await #expect(throws: LivePageError.self) { try await camera.perform(command) }
        }
        camera.end()
        camera.audienceDidChange(isWatched: true)
        // Waits for the work that the call above has queued.
        try? await camera.perform(.peaking(true))
        #expect(!camera.isRunning && folder.contents.isEmpty)
      }
    }
  }
#endif
