import Foundation
import Synchronization
public import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test whose observers want the notifications of one object, where Foundation never calls them.
  ///
  /// Foundation of Debian's Swift 6.2.3 has this fault.
  public static var objectNotifications: Self {
    .enabled(if: ObjectNotifications.areDelivered, "Foundation does not call observers of a single object")
  }
}

private enum ObjectNotifications {
  /// Whether an observer of an object is called.
  static let areDelivered: Bool = {
    final class Sender: Sendable {}
    let sender = Sender()
    let name = Notification.Name("ObjectNotifications")
    let isCalled = Mutex(false)
    let observer = NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) { _ in
      isCalled.withLock { $0 = true }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    NotificationCenter.default.post(name: name, object: sender)
    return isCalled.withLock { $0 }
  }()
}

extension Trait where Self == ConditionTrait {
  /// Skips a test of a crash where Poppler withstands the nested document, as version 26 does.
  public static var crashingPoppler: Self {
    .enabled(if: NestedDocument.crashesPoppler, "the installed Poppler does not crash on the document")
  }
}

private enum NestedDocument {
  /// Whether a command that decodes the document in its own process is ended by a signal.
  static let crashesPoppler =
    (try? TemporaryFolder.with { folder in
      folder.file("nested.pdf", PageFiles.nested)
      return try Command(built: "scan-qr").run(["--isolation", "none", "nested.pdf"], in: folder.url).status > 128
    }) ?? false
}
