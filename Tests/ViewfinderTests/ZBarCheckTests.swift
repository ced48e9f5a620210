import Testing
@testable import OpenCaptureViewfinder

@Suite("Doctor's check of ZBar")
struct ZBarCheckTests {
  @Test(
    "Versions are sorted in dpkg's order",
    arguments: [
      [
        "1.0~rc1-1", "1.0-1", "1.0-1+deb12u1", "1.0-2", "1.0a-1", "1.0+b-1", "1.0.1-1", "1.2-1", "1.10-1", "2-1",
        "1:0-1",
      ],
      ["0.23.92-7", "0.23.92-7+b1", "0.23.92-7+deb12u1", "0.23.92-7+deb12u10", "0.23.92-7.1", "0.23.92-8"],
      ["0.23.92", "0.23.92-1", "0.23.92-4ubuntu1", "0.23.93", "0.23.93-2build1"],
    ])
  func order(_ texts: [String]) {
    let versions = texts.map(DebianVersion.init)
    for (index, version) in versions.enumerated() {
      #expect(
        version == version && versions[..<index].allSatisfy { $0 < version && !(version < $0) }, "\(texts[index])")
    }
  }

  @Test("Leading zeros and a revision of 0 do not matter; invalid versions do not trap")
  func equal() {
    #expect(DebianVersion("1.02-1") == DebianVersion("1.2-01"))
    #expect(DebianVersion("1.2") == DebianVersion("0:1.2-0"))
    for text in ["", ":", "-", "x:1", "99999999999999999999:1-99999999999999999999", "é"] {
      #expect(DebianVersion(text) == DebianVersion(text))
    }
  }

  private func state(_ version: String?, library: String = "0.23.92") -> Finding.State {
    let package = version.map { ZBarCheck.Package(name: "libzbar0", version: $0) }
    return ZBarCheck(libraryVersion: library, package: package).finding.state
  }

  @Test("Packages with the fix are ok", arguments: ["0.23.92-7+deb12u1", "0.23.92-7+deb12u2", "0.23.93-8"])
  func fixed(_ version: String) { #expect(state(version) == .well) }

  @Test(
    "Debian's packages without the fix are wrong, with the command that upgrades them",
    arguments: ["0.23.92-7", "0.23.90-1"])
  func vulnerable(_ version: String) {
    let check = ZBarCheck(
      libraryVersion: "0.23.92", package: ZBarCheck.Package(name: "libzbar0", version: version))
    #expect(check.finding.state == .wrong && check.finding.text.contains("CVE-2023-40889"))
    #expect(check.finding.hint?.hasSuffix("install --only-upgrade libzbar0") == true)
  }

  @Test(
    "The state of versions of other releases and distributions is unknown",
    arguments: ["0.23.90-1+deb11u1", "0.23.92-4ubuntu0.1", "0.23.92-9", "0.23.92"])
  func unknown(_ version: String) { #expect(state(version) == .note) }

  @Test("Without dpkg, the library's own version decides if it is new enough")
  func library() {
    #expect(state(nil, library: "0.23.93") == .well)
    #expect(state(nil, library: "0.23.92") == .note)
  }

  @Test("Of dpkg's answer, the installed package is used")
  func answer() {
    let package = ZBarCheck.Package(name: "libzbar0t64", version: "0.23.93-8")
    #expect(
      ZBarCheck.package(in: "not-installed libzbar0 \ninstalled libzbar0t64 0.23.93-8\n") == package)
    #expect(ZBarCheck.package(in: "config-files libzbar0 0.23.92-7\n") == nil)
    #expect(ZBarCheck.package(in: "") == nil)
  }
}
