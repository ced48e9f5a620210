import Fixtures
import Foundation
import Glibc
import OpenCaptureFlow
import OpenCaptureSession
@testable import OpenCaptureSound
import Testing

@Suite("Sound cards listed by the kernel")
struct SoundCardsTests {
  /// A simulated system: kernel folders below a root, with an on-board card and a webcam's card.
  private final class FakeSystem {
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

  @Test("A card without a name gets none, so that its identifier is shown")
  func namelessCard() {
    #expect(SoundCard.names(in: " 1 [Device         ]: USB-Audio - \n") == [:])
  }

  @Test("The default microphone is listed first, then each capture device with a stable unique ID")
  func devices() throws {
    let system = try FakeSystem()
    defer { withExtendedLifetime(system) {} }
    let places = system.cards.places(.capture)
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

  @Test("A webcam's microphone has the webcam as its physical device, and an on-board microphone has none")
  func physicalDevice() throws {
    let system = try FakeSystem()
    let places = system.cards.places(.capture)
    #expect(places[3].identity.physicalDevice == "\(system.root)/sys/devices/usb1/1-2")
    #expect(places[3].identity.bus == "USB bus 1" && places[3].identity.modelID == "046d:082d")
    #expect(places[1].identity.physicalDevice == nil)
  }

  @Test("Playback devices are listed as speakers")
  func speakers() throws {
    let system = try FakeSystem()
    defer { withExtendedLifetime(system) {} }
    let cards = system.cards
    #expect(cards.places(.playback).map(\.identity.uniqueID) == ["default", "PCH.0"])
    #expect(cards.speaker("PCH.0")?.pcm == "plughw:CARD=PCH,DEV=0" && cards.speaker("nobody") == nil)
  }

  @Test("Without a card, the default microphone is listed only if a sound server is running")
  func server() throws {
    let system = try FakeSystem()
    try system.remove("sys/class/sound")
    #expect(system.cards.places(.capture).isEmpty && system.cards.authorization(.capture) == .notDetermined)
    try system.write("run/pulse/native", "")
    #expect(system.cards.places(.capture).map(\.pcm) == ["default"])
    #expect(system.cards.authorization(.capture) == .authorized)
  }

  @Test("Unplugging a card is reported, and the card reconnects as the same device")
  func hotPlug() async throws {
    let system = try FakeSystem()
    let microphones = SystemMicrophones(options: ALSAMicrophone.Options(), cards: system.cards)
    let webcam = try #require(microphones.devices.last)
    #expect(webcam.localizedName == "HD Pro Webcam C920")
    var changes = microphones.deviceChanges.makeAsyncIterator()
    try system.remove("sys/class/sound/pcmC2D0c")
    try system.remove("dev/snd/pcmC2D0c")
    #expect(await changes.next() == .disconnected(webcam) && !webcam.isConnected)
    try system.write("sys/class/sound/pcmC2D0c", "")
    try system.write("dev/snd/pcmC2D0c", "")
    #expect(await changes.next() == .connected(webcam) && microphones.devices.last === webcam)
  }

  @Test("System error numbers of a sound device map to distinct error codes with hints")
  func errors() {
    func error(_ errno: Int32, _ path: String? = "/dev/null") -> CaptureError {
      SoundDeviceName(name: "mic", path: path).error(PCMError(what: "open", errno: errno))
    }
    #expect(error(EBUSY).code == .deviceInUse && error(EBUSY).hint?.contains("default") == true)
    #expect(error(EACCES).code == .notAuthorized && error(ENODEV).code == .deviceDisconnected)
    let later = SoundDeviceName(name: "default", path: nil).error(PCMError(what: "read", errno: ENODEV))
    #expect(later.code == .deviceDisconnected)
    #expect(error(ENOENT, nil).code == .noSuchDevice && error(EINVAL).code == .unsupportedFormat)
    #expect(error(ENOSYS).hint == ALSALibrary.hint && error(ENOSPC).code == .outOfBandwidth)
  }

  @Test("The usual formats within a device's ranges are offered in order of preference")
  func formats() {
    let webcam = PCMCapabilities(commonFormats: [.pcmFormatInt16], channels: 1...2, rates: 16_000...48_000)
    let formats = webcam.formats { _, channels, rate in rate != 22_050 && (channels == 2 || rate > 16_000) }
    #expect(formats.first?.description == "48000 Hz stereo Int16, interleaved")
    #expect(formats.map(\.sampleRate) == [48_000, 48_000, 44_100, 44_100, 32_000, 32_000, 16_000])
    let odd = PCMCapabilities(commonFormats: [.pcmFormatInt32], channels: 18...18, rates: 384_000...384_000)
    #expect(odd.formats { _, _, _ in true }.map(\.description) == ["384000 Hz 18 channels Int32, interleaved"])
  }
}
