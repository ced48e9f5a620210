/// A way to and fro.
enum Swing {
  /// Where something is that went so far at a steady pace and turned back at the ends, in even pixels.
  static func place(_ distance: Int, within room: Int) -> Int {
    guard room > 0 else { return 0 }
    let phase = distance % (2 * room)
    return (phase < room ? phase : 2 * room - phase) & ~1
  }
}
