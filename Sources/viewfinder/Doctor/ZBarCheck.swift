import Foundation
import OpenCapture

/// Whether the ZBar that is installed has a buffer overflow in its decoder of QR codes (CVE-2023-40889).
///
/// The version that the library tells is upstream's, and doesn't change where a distribution mends it; the package's does.
struct ZBarCheck {
  /// A package with the library.
  struct Package: Hashable {
    var name: String
    var version: String
  }

  /// Where upstream mended it.
  private static let mended = DebianVersion("0.23.93")
  /// Where Debian 12 did.
  private static let mendedInDebian12 = DebianVersion("0.23.92-7+deb12u1")
  /// The first of Debian's versions after those of Debian 12.
  private static let afterDebian12 = DebianVersion("0.23.92-8")

  private let libraryVersion: String
  private let package: Package?

  /// Makes a check; `package` is what dpkg has, nil where there is no such package, or no dpkg.
  init(libraryVersion: String, package: Package?) {
    (self.libraryVersion, self.package) = (libraryVersion, package)
  }

  /// Looks at what is installed.
  static var ofSystem: ZBarCheck { ZBarCheck(libraryVersion: ZBarEngine().version, package: installedPackage) }

  var finding: Finding {
    let version = DebianVersion(package?.version ?? libraryVersion)
    let subject = "codes: ZBar \(package?.version ?? libraryVersion)"
    if version >= Self.mended || (Self.mendedInDebian12..<Self.afterDebian12).contains(version) {
      return .well(subject)
    }
    if let package, version < Self.mendedInDebian12, version.isOfDebian {
      return .wrong(
        "\(subject): its decoder of QR codes can write outside of its memory (CVE-2023-40889)",
        remedy: "sudo apt-get update && sudo apt-get install --only-upgrade \(package.name)")
    }
    return .note(
      "\(subject): whether CVE-2023-40889, in its decoder of QR codes, is mended can't be told from this version",
      remedy: "ask your distribution; ZBar 0.23.93 and Debian's 0.23.92-7+deb12u1 have the fix")
  }

  /// Debian's library: its name has another ending since its numbers of time are 64 bits wide everywhere.
  private static let names = ["libzbar0", "libzbar0t64"]

  /// What dpkg says; nil where there is none, or it has no such package.
  private static var installedPackage: Package? {
    let query = Process()
    query.executableURL = URL(filePath: "/usr/bin/dpkg-query")
    query.arguments = ["-W", "-f=${db:Status-Status} ${Package} ${Version}\n"] + names
    let answer = Pipe()
    (query.standardOutput, query.standardError) = (answer, FileHandle.nullDevice)
    guard (try? query.run()) != nil else { return nil }
    let data = try? answer.fileHandleForReading.readToEnd()
    query.waitUntilExit()
    return package(in: String(decoding: data ?? Data(), as: UTF8.self))
  }

  /// The package that is installed, of lines of its status, name and version.
  static func package(in answer: String) -> Package? {
    let lines = answer.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return lines.first { $0.count == 3 && $0[0] == "installed" }.map { Package(name: $0[1], version: $0[2]) }
  }
}

extension DebianVersion {
  /// Whether it is as Debian made it first: no other distribution's, and without a fix that was added for a release.
  fileprivate var isOfDebian: Bool { revision != "0" && revision.allSatisfy(\.isNumber) }
}
