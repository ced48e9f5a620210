/// What the name of a file says of its kind.
enum PathExtension {
  /// What stands behind the last dot of a path's name, in small letters; nil where there is none.
  static func of(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
  }
}
