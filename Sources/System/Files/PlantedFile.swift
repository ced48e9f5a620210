import Glibc

/// What another user may have put where something is to be written: a link, to lead it elsewhere; a file, to have it.
package enum PlantedFile {
  /// What is wrong with one, as errors say it.
  package static let reason = "another user has put this where anybody can put something"
  /// What can be done about it.
  package static let remedy = "choose another name, or a folder of your own"

  /// Whether what a path names, links not followed, lies in a folder that everybody may write to, and is neither ours,
  /// nor the folder's owner's, nor root's.
  ///
  /// What Linux itself refuses to open with `fs.protected_symlinks`, `fs.protected_regular` and `fs.protected_fifos`;
  /// not every system has them switched on, nor do they hold for a file that is replaced.
  package static func lies(at path: [UInt8]) -> Bool {
    let folderPath = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? Array(".".utf8)
    var (file, folder) = (stat(), stat())
    guard lstat(cString(path), &file) == 0, stat(cString(folderPath), &folder) == 0,
      folder.st_mode & S_IWOTH != 0
    else { return false }
    return ![0, geteuid(), folder.st_uid].contains(file.st_uid)
  }

  private static func cString(_ path: [UInt8]) -> [CChar] { path.map(CChar.init(bitPattern:)) + [0] }
}
