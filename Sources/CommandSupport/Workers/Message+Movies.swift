package import OpenCaptureIsolation
import OpenCaptureMediaSamples
package import OpenCaptureMovies
import OpenCaptureSystem

extension Message {
  mutating func add(_ address: NetworkStreamAddress) {
    add(address.text)
    add(address.usesDatagrams)
    add(address.token) { $0.add($1) }
    add(address.certificates) { $0.add($1) }
    add(address.timeoutMilliseconds)
  }

  mutating func streamAddress() throws(MessageError) -> NetworkStreamAddress {
    let text = try text()
    let usesDatagrams = try flag()
    let token = try optionalText()
    let certificates = try optionalText()
    return NetworkStreamAddress(
      text, usesDatagrams: usesDatagrams, token: token, certificates: certificates,
      timeoutMilliseconds: try count())
  }

  mutating func add(_ info: NetworkStreamInfo) {
    add(info.codec.rawValue)
    add(info.nominalFrameRate) { $0.add($1) }
    add(info.isReordered)
    add(info.hasCameraTimes)
  }

  mutating func streamInfo() throws(MessageError) -> NetworkStreamInfo {
    let codec = try text()
    let rate = try optional { (message) throws(MessageError) in try message.double() }
    let isReordered = try flag()
    return NetworkStreamInfo(
      codec: VideoCodecType(rawValue: codec), nominalFrameRate: rate,
      isReordered: isReordered, hasCameraTimes: try flag())
  }

  package mutating func add(_ info: MovieInfo) {
    add(info.container)
    add(info.codecName)
    add(info.dimensions)
    add(info.pixelAspectRatio.horizontalSpacing)
    add(info.pixelAspectRatio.verticalSpacing)
    add(Int64(info.orientation.rawValue))
    add(Int64(info.timescale))
    add(info.nominalFrameRate) { $0.add($1) }
    add(info.startTime)
    add(info.duration)
    add(info.estimatedFrameCount) { $0.add($1) }
    add(info.bitRate) { $0.add($1) }
    add(info.hasAudio)
    add(info.decodingBytesPerPixel)
    add(info.isReordered)
  }

  package mutating func movieInfo() throws(MessageError) -> MovieInfo {
    let container = try text()
    let codec = try text()
    let dimensions = try size()
    let ratio = PixelAspectRatio(horizontalSpacing: try count(), verticalSpacing: try count())
    guard ratio.isValid, let orientation = UInt8(exactly: try number()).flatMap(ImageOrientation.init),
      let timescale = Int32(exactly: try number())
    else { throw .damaged }
    let rate = try optional { (message) throws(MessageError) in try message.double() }
    guard rate?.isFinite != false else { throw .damaged }
    return MovieInfo(
      container: container, codecName: codec, dimensions: dimensions, pixelAspectRatio: ratio,
      orientation: orientation, timescale: timescale, nominalFrameRate: rate, startTime: try time(),
      duration: try time(),
      estimatedFrameCount: try optional { (message) throws(MessageError) in try message.count() },
      bitRate: try optional { (message) throws(MessageError) in try message.count() }, hasAudio: try flag(),
      decodingBytesPerPixel: try count(), isReordered: try flag())
  }

  mutating func add(_ options: MovieReadingOptions) {
    add(options.maximumPixelCount)
    add(options.maximumMemory) { $0.add($1) }
    add(options.reservedBytesPerPixel)
    add(options.keepsColors)
    add(options.hint) { $0.add($1) }
  }

  mutating func movieReadingOptions() throws(MessageError) -> MovieReadingOptions {
    var options = MovieReadingOptions()
    options.maximumPixelCount = try count()
    options.maximumMemory = try optional { (message) throws(MessageError) in try message.count() }
    options.reservedBytesPerPixel = try count()
    options.keepsColors = try flag()
    options.hint = try optionalText()
    return options
  }

  mutating func add(_ error: MovieError) {
    add(error.code.name)
    add(error.code.detail) { $0.add($1) }
    add(error.code.hint) { $0.add($1) }
    add(error.reason)
    add(error.hint) { $0.add($1) }
  }

  mutating func movieError(_ subject: String) throws(MessageError) -> MovieError {
    let name = try text()
    let detail = try optionalText()
    let hint = try optionalText()
    let reason = try text()
    let specialHint = try optionalText()
    return MovieError(
      MovieError.Code(name, detail: detail, hint: hint), subject: subject, reason: reason, hint: specialHint)
  }
}

extension ReplySender {
  /// Returns the last reply with its content, or with the error that prevented it; the work ends with the program.
  func last(_ content: (inout Message) throws(MovieError) -> Void) -> Message {
    let limit = WorkLimit(cpuTime: nil) { isEnded }
    var reply = Message.last()
    reply.add(true)
    do throws(MovieError) {
      try limit.run { Result { () throws(MovieError) in try content(&reply) } }.get()
    } catch {
      reply = Message.last()
      reply.add(false)
      reply.add(error)
    }
    return reply
  }
}
