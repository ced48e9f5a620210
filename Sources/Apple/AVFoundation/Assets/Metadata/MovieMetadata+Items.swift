import OpenCaptureMovies

extension MovieMetadata {
  /// What items say; what isn't words, a number or a date is told on standard error.
  init(_ items: [AVMetadataItem], _ name: String = #function) {
    self.init()
    for item in items {
      guard let identifier = item.identifier, let words = item.stringValue else {
        Misuse.tell("\(name): an item without a name, or with data, isn't written")
        continue
      }
      let key = identifier.name
      switch key.hasPrefix(Self.prefix) ? String(key.dropFirst(Self.prefix.count)) : key {
      case "title": title = words
      case "author", "creator": author = words
      case "comment", "description": comment = words
      case "creationDate", "creationdate": tags[Self.prefix + "creationdate"] = words
      case "location", "location.ISO6709": tags[Self.prefix + "location.ISO6709"] = words
      case "content.identifier": contentIdentifier = words
      case let name where ["make", "model", "software"].contains(name): tags[Self.prefix + name] = words
      default: tags[key] = words
      }
    }
  }

  private static let prefix = "com.apple.quicktime."

  /// What is said, as items.
  var items: [AVMetadataItem] {
    let facts =
      [("title", title), ("author", author), ("comment", comment), ("make", make), ("model", model)]
      + [("software", software), ("content.identifier", contentIdentifier)]
    let named = facts.compactMap { name, value in value.map { (Self.prefix + name, $0) } }
    return (named + tags.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).map { key, value in
      let item = AVMutableMetadataItem()
      (item.keySpace, item.key, item.value) = (.quickTimeMetadata, key, value)
      return item
    }
  }
}
