import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Plan of a scan")
struct ScanPlanTests {
  private let picture = VideoDimensions(width: 1000, height: 800)
  private let zbar = ScanPlan.Engine(name: "zbar", types: [.qr, .ean13])
  private let zxing = ScanPlan.Engine(name: "zxing", types: [.qr, .ean13, .aztec])

  private func names(_ plan: ScanPlan, found: Int, undecodedCodes: Int) -> [String] {
    plan.steps.filter {
      ScanPlan.isDue($0, after: ScanProgress(found: found, undecodedCodes: undecodedCodes), in: picture)
    }.map(
      \.name)
  }

  @Test("If all located codes were read, a scan has one engine pass and one search for patterns")
  func finished() {
    for effort in [ScanEffort.balanced, .thorough] {
      let plan = ScanPlan(effort: effort, types: [.qr], engines: [zxing, zbar])
      #expect(names(plan, found: 1, undecodedCodes: 0) == ["zxing", "regions"])
    }
    #expect(
      names(ScanPlan(effort: .fast, types: [.qr], engines: [zxing, zbar]), found: 1, undecodedCodes: 0) == ["zxing"]
    )
  }

  @Test("Unread codes cause further passes, even if other codes were read")
  func unread() {
    let plan = ScanPlan(effort: .balanced, types: [.qr], engines: [zxing, zbar])
    let passes = names(plan, found: 3, undecodedCodes: 1)
    #expect(passes.contains("regions ×2") && passes.count > 3)
    #expect(passes == names(plan, found: 0, undecodedCodes: 0))
  }

  @Test("More effort has the same steps and additional ones")
  func efforts() {
    let steps = ScanEffort.allCases.map { ScanPlan(effort: $0, types: [.qr], engines: [zxing, zbar]).steps.count }
    #expect(steps == steps.sorted() && Set(steps).count == 3)
    let balanced = ScanPlan(effort: .balanced, types: [.qr], engines: [zxing]).steps
    let thorough = ScanPlan(effort: .thorough, types: [.qr], engines: [zxing]).steps
    #expect(Array(thorough.prefix(balanced.count)) == balanced)
    #expect(Set(thorough).count == thorough.count)
  }

  @Test("The first engine reads all its types; another one is called at once only for further types")
  func engines() {
    let alone = ScanPlan(effort: .fast, types: [.qr], engines: [zbar])
    #expect(alone.steps.map(\.name) == ["zbar", "regions ½"])
    let both = ScanPlan(effort: .fast, types: [.qr, .aztec], engines: [zbar, zxing]).steps
    #expect(both.map(\.name) == ["zbar", "zxing", "regions ½"])
    #expect(both[1].types == [.aztec])
  }

  @Test("The unprocessed picture is scanned in addition if other steps use a softened copy")
  func calmed() {
    let plan = ScanPlan(effort: .balanced, types: [.qr], engines: [zxing, zbar])
    let due = [false, true].map { isDenoised in
      plan.steps.filter { ScanPlan.isDue($0, after: ScanProgress(), in: picture, isDenoised: isDenoised) }.map(
        \.name)
    }
    #expect(!due[0].contains("zxing as taken"))
    #expect(due[1].filter { $0 != "zxing as taken" } == due[0] && due[1].count == due[0].count + 1)
  }

  @Test("With types other than QR, the last pass is that of the other engine, even if codes were read")
  func lastLook() {
    for effort in [ScanEffort.balanced, .thorough] {
      let plan = ScanPlan(effort: effort, types: [.qr, .ean13, .aztec], engines: [zxing, zbar])
      let last = plan.steps.last(where: \.isEnginePass)
      #expect(last?.name == "zbar" && last?.types == [.qr, .ean13])
      #expect(names(plan, found: 1, undecodedCodes: 0).last == "zbar")
    }
    let fast = ScanPlan(effort: .fast, types: [.qr, .ean13], engines: [zxing, zbar])
    #expect(!fast.steps.contains { $0.name == "zbar" })
  }

  @Test("Blurred EAN codes are searched for at the end, if nothing was found, unless the scan is fast")
  func blurredBars() {
    let types: Set<MetadataObjectType> = [.qr, .ean13, .aztec]
    for effort in [ScanEffort.balanced, .thorough] {
      let plan = ScanPlan(effort: effort, types: types, engines: [zxing, zbar])
      #expect(names(plan, found: 0, undecodedCodes: 0).last == "blurred bars" && plan.steps.last?.types == [.ean13])
      #expect(!names(plan, found: 1, undecodedCodes: 1).contains("blurred bars"))
      let others = ScanPlan(effort: effort, types: [.qr, .aztec], engines: [zxing, zbar])
      #expect(!others.steps.contains { $0.reader == .blurredBars })
    }
    let fast = ScanPlan(effort: .fast, types: types, engines: [zxing, zbar])
    #expect(!fast.steps.contains { $0.reader == .blurredBars })
  }

  @Test("The best engine for a type leads its passes, and each of several others makes a final pass")
  func ranks() {
    let aztec = ScanPlan.Engine(name: "aztec", types: [.aztec])
    let plan = ScanPlan(effort: .balanced, types: [.ean13, .aztec], engines: [aztec, zbar, zxing])
    #expect(plan.steps.filter(\.isFirstPass).map(\.name) == ["aztec", "zbar"])
    #expect(plan.steps.filter(\.isFirstPass).map(\.types) == [[.aztec], [.ean13]])
    let last = plan.steps.last(where: \.isEnginePass)
    #expect(last?.name == "zxing" && last?.types == [.ean13, .aztec])
    let third = ScanPlan.Engine(name: "third", types: [.qr])
    let qr = ScanPlan(effort: .balanced, types: [.qr], engines: [aztec, zxing, zbar, third])
    let thresholded = qr.steps.filter { $0.treatment == .thresholded }
    #expect(Set(thresholded.map(\.reader)) == [.engine("zbar"), .engine("third")])
  }

  @Test(
    "In a small picture, secondary types get few passes, none over a smaller copy, and with a border only in drawings"
  )
  func smallPicture() {
    func steps(_ side: Int, _ effort: ScanEffort) -> [ScanStep] {
      ScanPlan.plans(
        effort: effort, types: [.qr], secondary: [.ean13, .aztec], engines: [zxing, zbar],
        in: VideoDimensions(width: side, height: side))[1].steps
    }
    let all = steps(400, .balanced)
    #expect(all.filter { $0.condition == .nothingFoundInDrawing } == all.filter(\.treatment.hasBorder))
    let small = all.filter { $0.condition != .nothingFoundInDrawing }
    #expect(
      small.map(\.name) == [
        "zxing", "zxing as taken", "zxing ×2:¼", "zxing ¼:×2", "zbar", "upright bars", "blurred bars",
      ])
    #expect(small.last?.types == [.ean13] && small[2].types == [.ean13])
    #expect(steps(400, .fast).map(\.name) == ["zxing"])
    #expect(steps(401, .balanced).map(\.name) == ["zxing ½", "upright bars"])
    #expect(steps(400, .thorough).contains { $0.treatment == .bordered })
  }

  @Test("Without QR codes, no step searches for finder patterns")
  func linearOnly() {
    let plan = ScanPlan(effort: .thorough, types: [.ean13], engines: [zxing, zbar])
    #expect(!plan.steps.contains { $0.reader == .regions })
  }

  @Test("Copies too small for a code and enlarged large pictures are not scanned")
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

extension ScanStep {
  fileprivate var isEnginePass: Bool { if case .engine = reader { true } else { false } }
}
