import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureFlow
import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePictures
import OpenCaptureSystem

extension CodeScanSettings {
  /// The limits for pictures and documents.
  var limits: PictureLimits {
    get {
      var limits = PictureLimits(
        maximumByteCount: maximumByteCount, maximumPixelCount: maximumPixelCount, maximumMemory: maximumMemory,
        workingBytesPerPixel: workingBytesPerPixel, hint: hint)
      limits.maximumPageCount = maximumPageCount
      limits.pageLimitHint = pageLimitHint
      limits.usesLumaOnly = !isAnnotated
      return limits
    }
    set {
      maximumByteCount = newValue.maximumByteCount
      maximumPixelCount = newValue.maximumPixelCount
      maximumMemory = newValue.maximumMemory
      maximumPageCount = newValue.maximumPageCount
      workingBytesPerPixel = newValue.workingBytesPerPixel
      hint = newValue.hint
      pageLimitHint = newValue.pageLimitHint
    }
  }

  /// Returns the scanner for pictures or for frames of movies.
  func scanner(_ effort: String) throws -> CodeScanner {
    var scanner = try CodeScanner(
      types: Set(types.map(MetadataObjectType.init(rawValue:))),
      engines: CodeScanner.defaultEngines.filter { engines.isEmpty || engines.contains($0.name) })
    scanner.secondaryTypes = Set(secondaryTypes.map(MetadataObjectType.init(rawValue:)))
    scanner.effort = ScanEffort(rawValue: effort) ?? .balanced
    scanner.textEncoding = textEncoding.flatMap(TextEncoding.init(name:))
    scanner.code39Interpretation = Code39Interpretation(rawValue: code39) ?? .plain
    return scanner
  }
}

/// The service of the workers of `scan-qr`, which decode inputs and scan them for codes.
struct CodeScanService: WorkerService {
  private let libraries: WorkerLibraries
  private let scan: InputScan
  private let isAnnotated: Bool

  init(_ message: inout Message) throws {
    guard let libraries = WorkerLibraries(rawValue: try message.number()) else { throw MessageError.damaged }
    self.libraries = libraries
    libraries.load()
    let settings = try CodeScanSettings(&message)
    scan = try InputScan(settings)
    isAnnotated = settings.isAnnotated
    CodeScanner.loadEncodings()
  }

  var fonts: [String] { libraries.fontFolders }

  func answer(_ request: inout Message, through replies: ReplySender) throws -> Message {
    let request = try InputRequest(&request, replies)
    var scan = scan
    scan.walk.reserve = { request.reserve($0) }
    if isAnnotated {
      scan.annotate = { picture in
        var message = Message(ScanReply.picture)
        message.add(picture.outputName.bytes)
        try message.add(SampleBuffer(pixelBuffer: picture.image, orientation: picture.orientation))
        message.add(picture.codes.count)
        for code in picture.codes { message.add(code) }
        replies.send(message)
      }
    }
    let heartbeat = Heartbeat()
    let listener = ScanListener(
      print: { report in
        for batch in ReportedCode.batches(of: report.reportedCodes) { replies.send(batch) }
        replies.send(Message(ScanReply.print))
        return true
      },
      progress: { place in
        var message = Message(ScanReply.progress)
        message.add(place)
        if heartbeat.isDue { replies.send(message) }
      }, isOver: Heartbeat.sender(through: replies))
    let report = scan.report(
      ScanTask(input: request.input, outputName: request.outputName, listener: listener))
    var batches = ReportedCode.batches(of: report.reportedCodes)
    var end = report.end
    end.codes = batches.popLast() ?? []
    for batch in batches { replies.send(batch) }
    var last = Message.last()
    last.add(end)
    return last
  }
}

extension InputReport {
  /// Adds codes from a reply.
  mutating func add(_ codes: [ReportedCode]) {
    detectedCodes += codes.map { code in
      DetectedCode(code: code.code, page: code.page.map { PageNumber(number: $0, count: code.pageCount) })
    }
  }

  /// Adds the last reply.
  mutating func addEnd(from message: inout Message) throws(MessageError) {
    let end = try message.scanEnd()
    add(end.codes)
    size = end.size
    stop = end.stop.map {
      WorkLimitError(
        $0.code == WorkLimitError.Code.cancelled.name ? .cancelled : .deadlineExceeded, subject: "",
        reason: $0.reason)
    }
    failures += end.failures.map(FileFailure.init)
    notes += end.notes
  }

  /// The codes, for replies.
  fileprivate var reportedCodes: [ReportedCode] {
    detectedCodes.map { ReportedCode($0.code, page: $0.page?.number, pageCount: $0.page?.count ?? 0) }
  }

  /// Everything but the codes, for the last reply.
  fileprivate var end: ScanEnd {
    var end = ScanEnd()
    end.size = size
    end.stop = stop.map { ReportedFailure(subject: "", reason: $0.reason, code: $0.code.name) }
    end.failures = failures.map(\.reported)
    end.notes = notes
    return end
  }
}

extension ReplySender {
  /// Sends codes.
  fileprivate func send(_ codes: [ReportedCode]) {
    var message = Message(ScanReply.codes)
    message.add(codes)
    send(message)
  }
}
