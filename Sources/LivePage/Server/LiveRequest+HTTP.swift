#if Live
  import NIOHTTP1

  extension LiveRequest {
    /// What counts of a request's head here.
    init(_ head: HTTPRequestHead) {
      // What is there twice could be read in two ways, by us and by what stands before us.
      func only(_ name: String) -> String? {
        let values = head.headers[name]
        return values.count == 1 ? values[0] : nil
      }
      self.init(
        method: head.method.rawValue, target: head.uri,
        origin: head.headers["origin"].isEmpty ? nil : only("origin") ?? "", authorization: only("authorization"),
        contentType: only("content-type"), isOld: head.version.minor == 0)
      hosts = head.headers["host"]
      hasContent = !(only("content-length") ?? "0").allSatisfy { $0 == "0" }
      let encodings = head.headers["transfer-encoding"]
      if !encodings.isEmpty { transferEncoding = encodings.joined(separator: ", ") }
    }
  }
#endif
