import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Plan of a scan")
struct ScanPlanTests {
  private let picture = VideoDimensions(width: 1000, height: 800)
  private let zbar = ScanPlan.Engine(name: "zbar", types: [.qr, .ean13])
  private let zxing = ScanPlan.Engine(name: "zxing", types: [.qr, .ean13, .aztec])

  private func names(_ plan: ScanPlan, found: Int, unread: Int) -> [String] {
    plan.steps.filter { ScanPlan.isDue($0, after: ScanProgress(found: found, unread: unread), in: picture) }.map(
      \.name)
  }

  @Test("What was read and leaves nothing unread costs one engine's pass and a look at finder patterns")
  func finished() {
    for effort in [ScanEffort.balanced, .thorough] {
      let plan = ScanPlan(effort: effort, types: [.qr], engines: [zxing, zbar])
      #expect(names(plan, found: 1, unread: 0) == ["zxing", "regions"])
    }
    #expect(
      names(ScanPlan(effort: .fast, types: [.qr], engines: [zxing, zbar]), found: 1, unread: 0) == ["zxing"])
  }

  @Test("What is seen and not read is tried again, also where other codes were read")
  func unread() {
    let plan = ScanPlan(effort: .balanced, types: [.qr], engines: [zxing, zbar])
    #expect(names(plan, found: 3, unread: 1) == names(plan, found: 0, unread: 0))
    #expect(names(plan, found: 3, unread: 1).count > 2)
  }

  @Test("More effort takes the same steps, and more")
  func efforts() {
    let steps = ScanEffort.allCases.map { ScanPlan(effort: $0, types: [.qr], engines: [zxing, zbar]).steps.count }
    #expect(steps == steps.sorted() && Set(steps).count == 3)
    let (balanced, thorough) = (
      ScanPlan(effort: .balanced, types: [.qr], engines: [zxing]).steps,
      ScanPlan(effort: .thorough, types: [.qr], engines: [zxing]).steps
    )
    #expect(Array(thorough.prefix(balanced.count)) == balanced)
    #expect(Set(thorough).count == thorough.count)
  }

  @Test("One engine does by itself what it reads; another is asked at once only for what the first doesn't read")
  func engines() {
    let alone = ScanPlan(effort: .fast, types: [.qr], engines: [zbar])
    #expect(alone.steps.map(\.name) == ["zbar", "regions ½"])
    let both = ScanPlan(effort: .fast, types: [.qr, .aztec], engines: [zbar, zxing]).steps
    #expect(both.map(\.name) == ["zbar", "zxing", "regions ½"])
    #expect(both[1].types == [.aztec])
  }

  @Test("The picture as it was taken is looked at where others are of a copy without its noise")
  func calmed() {
    let plan = ScanPlan(effort: .balanced, types: [.qr], engines: [zxing, zbar])
    let due = [false, true].map { isCalmed in
      plan.steps.filter { ScanPlan.isDue($0, after: ScanProgress(), in: picture, isCalmed: isCalmed) }.map(\.name)
    }
    #expect(!due[0].contains("zxing as taken"))
    #expect(due[1].filter { $0 != "zxing as taken" } == due[0] && due[1].count == due[0].count + 1)
  }

  @Test("Where more than QR codes is looked for, the other engine looks last, also where something was read")
  func lastLook() {
    for effort in [ScanEffort.balanced, .thorough] {
      let plan = ScanPlan(effort: effort, types: [.qr, .ean13, .aztec], engines: [zxing, zbar])
      #expect(plan.steps.last?.name == "zbar" && plan.steps.last?.types == [.qr, .ean13])
      #expect(names(plan, found: 1, unread: 0).last == "zbar")
    }
    let fast = ScanPlan(effort: .fast, types: [.qr, .ean13], engines: [zxing, zbar])
    #expect(!fast.steps.contains { $0.name == "zbar" })
  }

  @Test("Without QR codes to look for nobody looks for finder patterns")
  func linearOnly() {
    let plan = ScanPlan(effort: .thorough, types: [.ean13], engines: [zxing, zbar])
    #expect(!plan.steps.contains { $0.reader == .regions })
  }

  @Test("Copies in which a code has no room, and larger copies of large pictures, are not looked at")
  func sizes() {
    let plan = ScanPlan(effort: .thorough, types: [.qr], engines: [zxing])
    let nothing = ScanProgress()
    let small = plan.steps.filter {
      ScanPlan.isDue($0, after: nothing, in: VideoDimensions(width: 90, height: 120))
    }
    #expect(!small.contains { $0.size == .half || $0.size == .quarter })
    let large = plan.steps.filter {
      ScanPlan.isDue($0, after: nothing, in: VideoDimensions(width: 4000, height: 3000))
    }
    #expect(!large.contains { $0.size == .double })
  }
}
