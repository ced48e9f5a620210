import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureCodes

@Suite("Budget of a scan")
struct WorkBudgetTests {
  private let picture = VideoDimensions(width: 2000, height: 1500)

  @Test("The budget is proportional to the picture, with a minimum of a million pixels")
  func proportion() {
    let large = VideoDimensions(width: 4000, height: 3000)
    #expect(WorkBudget(for: .balanced, in: large).left == 4 * WorkBudget(for: .balanced, in: picture).left)
    let small = VideoDimensions(width: 640, height: 480)
    let smaller = VideoDimensions(width: 20, height: 20)
    #expect(WorkBudget(for: .balanced, in: small).left == WorkBudget(for: .balanced, in: smaller).left)
    #expect(WorkBudget(for: .balanced, in: small).left == WorkBudget(for: .balanced, in: picture).left / 3)
  }

  @Test("A thorough scan has four times the budget")
  func thorough() {
    #expect(WorkBudget(for: .thorough, in: picture).left == 4 * WorkBudget(for: .balanced, in: picture).left)
  }

  @Test("Certain codes use a reserve when the budget is spent")
  func reserve() {
    let start = WorkBudget(for: .balanced, in: picture)
    var budget = start
    budget.spend(start.left - 10)
    #expect(budget.covers(10) && !budget.covers(11))
    #expect(budget.covers(11, forCode: true) && !budget.covers(start.reserve + 11, forCode: true))
    budget.spend(30, forCode: true)
    #expect(budget.left == 0 && budget.reserve == start.reserve - 20)
    budget.spend(5)
    #expect(budget.left == -5 && budget.reserve == start.reserve - 20)
    #expect(!budget.covers(0) && budget.covers(5, forCode: true))
  }

  @Test("An overdraft isn't charged to certain codes")
  func overdrawn() {
    let start = WorkBudget(for: .balanced, in: picture)
    var budget = start
    budget.spend(start.left + 100)
    budget.spend(50, forCode: true)
    #expect(budget.left == -100 && budget.reserve == start.reserve - 50)
  }
}
