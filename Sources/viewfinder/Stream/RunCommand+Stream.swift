import Glibc
import OpenCapture
import OpenCaptureCommandSupport

extension RunCommand {
  /// Answers requests; any file can be asked for, so that any can be read.
  func prepareStream() throws -> PreparedCommand {
    let jobs = work.jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let limits = inputs.limits(bytesPerPixel: StreamShow.bytesPerPixel)
    let options = StreamRun.Options(
      command: "viewfinder",
      format: StreamAnswerFormat(found: "objects", engine: "OpenCapture \(Version.number): \(processing.with)"),
      jobs: jobs, window: many.window(jobs: jobs), shard: many.shard, mostBytes: limits.maximumByteCount,
      memory: limits.maximumMemory / 4, isQuiet: output.quiet)
    return PreparedCommand(sandbox: sandbox.granted(Sandbox(readable: nil))) { state in
      if output.verbose { StandardStream.error.writeLine(state.words) }
      let show = StreamShow(
        pictures: try processing.makeForPictures(), movies: try processing.make(), limits: limits,
        memory: InputMemory(capacity: limits.maximumMemory), deadline: many.timePerInput)
      return StreamRun(options, work: show.answer).run()
    }
  }
}
