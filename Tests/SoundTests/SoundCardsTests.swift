import Fixtures
import Foundation
import Glibc
import OpenCaptureFlow
import OpenCaptureSession
@testable import OpenCaptureSound
import Testing

@Suite("Sound cards, as the kernel shows them")
struct SoundCardsTests {
  /// A kernel's folders below a root, with a card of the board and a webcam's.
  private final class Machine {
    let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "opencapture-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: root) }

    init() throws {
      let cards = """
         0 [PCH            ]: HDA-Intel - HDA Intel PCH
                              HDA Intel PCH at 0xf7210000 irq 33
         2 [C920           ]: USB-Audio - HD Pro Webcam C920
                              HD Pro Webcam C920 at usb-0000:00:14.0-2, high speed
        """
      try write("proc/asound/cards", cards + "\n")
      try write("proc/asound/card0/pcm0c/info", "card: 0\nid: ALC257 Analog\nname: ALC257 Analog\n")
      try write("proc/asound/card0/pcm2c/info", "card: 0\nid: ALC257 Alt\nname: ALC257 Alt Analog\n")
      try write("sys/devices/pci/sound/card0/id", "PCH\n")
      try write("sys/devices/usb1/1-2/idVendor", "046d\n")
      try write("sys/devices/usb1/1-2/idProduct", "082d\n")
      try write("sys/devices/usb1/1-2/serial", "0F00\n")
      try write("sys/devices/usb1/1-2/busnum", "1\n")
      try write("sys/devices/usb1/1-2/1-2:1.2/sound/card2/id", "C920\n")
      try link("sys/class/sound/card0", "sys/devices/pci/sound/card0")
      try link("sys/class/sound/card2", "sys/devices/usb1/1-2/1-2:1.2/sound/card2")
      for name in ["pcmC0D0c", "pcmC0D0p", "pcmC0D2c", "pcmC2D0c", "controlC0", "timer"] {
        try write("sys/class/sound/\(name)", "")
        try write("dev/snd/\(name)", "")
      }
    }

    func write(_ path: String, _ text: String) throws {
      let file = URL(filePath: "\(root)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }

    func link(_ path: String, _ target: String) throws {
      let file = URL(filePath: "\(root)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "\(root)/\(target)")
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(root)/\(path)") }

    var cards: SoundCards { SoundCards(root: root, serverFolder: "\(root)/run") }
  }

  @Test("The default one comes first, then every device that captures, with ids that stay")
  func devices() throws {
    let machine = try Machine()
    defer { withExtendedLifetime(machine) {} }
    let places = machine.cards.places(.capture)
    #expect(places.map(\.identity.uniqueID) == ["default", "PCH.0", "PCH.2", "usb-1-2-046d:082d-0F00.0"])
    #expect(
      places.map(\.identity.localizedName) == [
        "Default", "HDA Intel PCH, ALC257 Analog", "HDA Intel PCH, ALC257 Alt Analog", "HD Pro Webcam C920",
      ])
    #expect(
      places.map(\.pcm) == [
        "default", "plughw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=2", "plughw:CARD=C920,DEV=0",
      ])
    #expect(
      places[3].hardware == "hw:CARD=C920,DEV=0" && places.allSatisfy { $0.identity.deviceType == .microphone })
  }

  @Test("A webcam's microphone says which apparatus it is a part of; the board's is part of none")
  func apparatus() throws {
    let machine = try Machine()
    let places = machine.cards.places(.capture)
    #expect(places[3].identity.apparatus == "\(machine.root)/sys/devices/usb1/1-2")
    #expect(places[3].identity.bus == "USB bus 1" && places[3].identity.modelID == "046d:082d")
    #expect(places[1].identity.apparatus == nil)
  }

  @Test("Speakers are found among what plays")
  func speakers() throws {
    let machine = try Machine()
    defer { withExtendedLifetime(machine) {} }
    let cards = machine.cards
    #expect(cards.places(.playback).map(\.identity.uniqueID) == ["default", "PCH.0"])
    #expect(cards.speaker("PCH.0")?.pcm == "plughw:CARD=PCH,DEV=0" && cards.speaker("nobody") == nil)
  }

  @Test("Without a card there is the default one alone where a sound server listens, else nothing")
  func server() throws {
    let machine = try Machine()
    try machine.remove("sys/class/sound")
    #expect(machine.cards.places(.capture).isEmpty && machine.cards.authorization(.capture) == .notDetermined)
    try machine.write("run/pulse/native", "")
    #expect(machine.cards.places(.capture).map(\.pcm) == ["default"])
    #expect(machine.cards.authorization(.capture) == .authorized)
  }

  @Test("A card that is unplugged is told of, and comes back as the same device")
  func hotPlug() async throws {
    let machine = try Machine()
    let microphones = SystemMicrophones(options: ALSAMicrophone.Options(), cards: machine.cards)
    let webcam = try #require(microphones.devices.last)
    #expect(webcam.localizedName == "HD Pro Webcam C920")
    var changes = microphones.deviceChanges.makeAsyncIterator()
    try machine.remove("sys/class/sound/pcmC2D0c")
    try machine.remove("dev/snd/pcmC2D0c")
    #expect(await changes.next() == .disconnected(webcam) && !webcam.isConnected)
    try machine.write("sys/class/sound/pcmC2D0c", "")
    try machine.write("dev/snd/pcmC2D0c", "")
    #expect(await changes.next() == .connected(webcam) && microphones.devices.last === webcam)
  }

  @Test("What the system says of a card is told apart, with what helps")
  func errors() {
    func error(_ errno: Int32, _ path: String? = "/dev/null") -> CaptureError {
      SoundDeviceName(name: "mic", path: path).error(PCMFailure(what: "open it", errno: errno))
    }
    #expect(error(EBUSY).code == .deviceInUse && error(EBUSY).remedy?.contains("default") == true)
    #expect(error(EACCES).code == .notAuthorized && error(ENODEV).code == .deviceDisconnected)
    let later = SoundDeviceName(name: "default", path: nil).error(PCMFailure(what: "read", errno: ENODEV))
    #expect(later.code == .deviceDisconnected)
    #expect(error(ENOENT, nil).code == .noSuchDevice && error(EINVAL).code == .unsupportedFormat)
    #expect(error(ENOSYS).remedy == ALSALibrary.remedy && error(ENOSPC).code == .outOfBandwidth)
  }

  @Test("Of a device's ranges the usual formats are offered, best for most first")
  func formats() {
    let webcam = PCMAbilities(commonFormats: [.pcmFormatInt16], channels: 1...2, rates: 16_000...48_000)
    let formats = webcam.formats { _, channels, rate in rate != 22_050 && (channels == 2 || rate > 16_000) }
    #expect(formats.first?.description == "48000 Hz stereo Int16, interleaved")
    #expect(formats.map(\.sampleRate) == [48_000, 48_000, 44_100, 44_100, 32_000, 32_000, 16_000])
    let odd = PCMAbilities(commonFormats: [.pcmFormatInt32], channels: 18...18, rates: 384_000...384_000)
    #expect(odd.formats { _, _, _ in true }.map(\.description) == ["384000 Hz 18 channels Int32, interleaved"])
  }
}
