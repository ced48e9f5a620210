import Testing
@testable import OpenCaptureIsolation

/// The decisions about one job.
@Suite("Supervision of a job")
struct JobSupervisorTests {
  private func times(_ processor: Double, _ wall: Double? = nil) -> JobSupervisor.Times {
    JobSupervisor.Times(processor: .seconds(processor), wall: .seconds(wall ?? processor))
  }

  private func look(
    _ supervisor: inout JobSupervisor, _ times: JobSupervisor.Times, processorCount: Int = 1,
    isCancelled: Bool = false
  ) -> JobSupervisor.Decision {
    supervisor.look(at: times, processorCount: processorCount, isCancelled: isCancelled)
  }

  @Test("A job is killed within the grace after its processor time, never before")
  func deadline() {
    var supervisor = JobSupervisor(JobLimits(processorTime: .seconds(2)), isUsed: false)
    #expect(look(&supervisor, times(0)) == .wait(.milliseconds(100)))
    #expect(look(&supervisor, times(2.03125)) == .wait(.milliseconds(28.75)))
    #expect(look(&supervisor, times(2.0625)) == .kill(.timeout))
  }

  @Test("With several processors, the pool looks earlier, as threads use their time at once")
  func threads() {
    var supervisor = JobSupervisor(JobLimits(processorTime: .seconds(2)), isUsed: false)
    #expect(look(&supervisor, times(1.98), processorCount: 4) == .wait(.milliseconds(20)))
  }

  @Test("The clock's limit holds on its own")
  func wall() {
    var supervisor = JobSupervisor(JobLimits(wallTime: .seconds(1)), isUsed: false)
    #expect(look(&supervisor, times(0.1, 0.95)) == .wait(.milliseconds(50)))
    #expect(look(&supervisor, times(0.1, 1)) == .kill(.timeout))
  }

  @Test("Without limits, a job may go on as long as it gives signs of life")
  func silence() {
    var supervisor = JobSupervisor(JobLimits(), isUsed: false)
    #expect(look(&supervisor, times(59)) != .kill(.timeout))
    supervisor.hear(at: times(59), isPart: false)
    #expect(look(&supervisor, times(118)) != .kill(.timeout))
    #expect(look(&supervisor, times(119)) == .kill(.timeout))
  }

  @Test("A worker that uses no processor is killed after a while, a worker on a busy system is not")
  func stall() {
    var supervisor = JobSupervisor(JobLimits(), isUsed: false)
    for second in 1...200 {
      #expect(look(&supervisor, times(Double(second) / 1000, Double(second))) != .kill(.timeout))
    }
    #expect(look(&supervisor, times(0.2, 259)) != .kill(.timeout))
    #expect(look(&supervisor, times(0.2, 260)) == .kill(.timeout))
  }

  @Test("A cancelled job is killed at once")
  func cancelled() {
    var supervisor = JobSupervisor(JobLimits(), isUsed: false)
    #expect(look(&supervisor, times(0), isCancelled: true) == .kill(.cancelled))
  }

  @Test("A crash is tried again once, in a new worker, if the worker was used and nothing was passed on")
  func retry() {
    let crash = JobFailure.crashed(signal: 11)
    var fresh = JobSupervisor(JobLimits(), isUsed: false)
    #expect(fresh.end(crash) == .fail(crash))
    var used = JobSupervisor(JobLimits(), isUsed: true)
    #expect(used.end(crash) == .retry)
    used.restart()
    #expect(used.end(crash) == .fail(crash))
    var partial = JobSupervisor(JobLimits(), isUsed: true)
    partial.hear(at: times(0), isPart: true)
    #expect(partial.end(crash) == .fail(crash))
  }

  @Test("A second try has the whole time again")
  func restart() {
    var supervisor = JobSupervisor(JobLimits(processorTime: .seconds(2)), isUsed: true)
    supervisor.hear(at: times(1.9, 300), isPart: false)
    #expect(supervisor.end(.invalidReply) == .retry)
    supervisor.restart()
    #expect(look(&supervisor, times(0)) == .wait(.milliseconds(100)))
  }
}
