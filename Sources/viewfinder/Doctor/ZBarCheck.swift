import Foundation
import OpenCapture

/// The check whether the installed ZBar has a buffer overflow in its QR decoder (CVE-2023-40889).
///
/// The library reports the upstream version, which a distribution's fix does not change, so the package's version is
/// also read.
struct ZBarCheck {
  /// A package with the library.
  struct Package: Hashable {
    var name: String
    var version: String
  }

  /// The first upstream version with the fix.
  private static let fixed = DebianVersion("0.23.93")
  /// The first Debian 12 version with the fix.
  private static let fixedInDebian12 = DebianVersion("0.23.92-7+deb12u1")
  /// The first Debian version after those of Debian 12.
  private static let afterDebian12 = DebianVersion("0.23.92-8")

  private let libraryVersion: String
  private let package: Package?

  /// Makes a check; `package` is the installed package, or nil without one or without dpkg.
  init(libraryVersion: String, package: Package?) {
    self.libraryVersion = libraryVersion
    self.package = package
  }

  /// The check of the installed library.
  static var ofSystem: ZBarCheck { ZBarCheck(libraryVersion: ZBarEngine().version, package: installedPackage) }

  var finding: Finding {
    let version = DebianVersion(package?.version ?? libraryVersion)
    let subject = "codes: ZBar \(package?.version ?? libraryVersion)"
    if version >= Self.fixed || (Self.fixedInDebian12..<Self.afterDebian12).contains(version) {
      return .well(subject)
    }
    if let package, version < Self.fixedInDebian12, version.isOfDebian {
      return .wrong(
        "\(subject): the QR decoder can write outside of its memory (CVE-2023-40889)",
        hint: "sudo apt update && sudo apt install --only-upgrade \(package.name)")
    }
    return .note(
      "\(subject): cannot determine from the version whether CVE-2023-40889 in the QR decoder is fixed",
      hint: "check your distribution's advisories; ZBar 0.23.93 and Debian's 0.23.92-7+deb12u1 have the fix")
  }

  /// The names of Debian's package, before and after the transition to 64-bit time.
  private static let names = ["libzbar0", "libzbar0t64"]

  /// The package that dpkg reports; nil if dpkg is missing or has none.
  private static var installedPackage: Package? {
    let query = Process()
    query.executableURL = URL(filePath: "/usr/bin/dpkg-query")
    query.arguments = ["-W", "-f=${db:Status-Status} ${Package} ${Version}\n"] + names
    let answer = Pipe()
    query.standardOutput = answer
    query.standardError = FileHandle.nullDevice
    guard (try? query.run()) != nil else { return nil }
    let data = try? answer.fileHandleForReading.readToEnd()
    query.waitUntilExit()
    return package(in: String(decoding: data ?? Data(), as: UTF8.self))
  }

  /// Returns the installed package from lines with status, name and version.
  static func package(in answer: String) -> Package? {
    let lines = answer.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return lines.first { $0.count == 3 && $0[0] == "installed" }.map { Package(name: $0[1], version: $0[2]) }
  }
}

extension DebianVersion {
  /// Whether the version is an original Debian one, without changes by another distribution or a stable update.
  fileprivate var isOfDebian: Bool { revision != "0" && revision.allSatisfy(\.isNumber) }
}
