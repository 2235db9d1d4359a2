// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// How permission bits are stored.
///
/// The superuser can use a backing file whatever its mode. Any other user could not open a file that he made read-only,
/// or a folder without `x`. For such entries the owner's bits stay on in the backing file, and the true mode (2 bytes)
/// is kept in an attribute. The sticky bit marks them, so that the attribute need not be looked for on all others.
package enum ModeKeeping: Sendable {
  case asIs, ownerMayUse

  static var ofThisProcess: ModeKeeping { geteuid() == 0 ? .asIs : .ownerMayUse }

  static let attribute = "user.bailey-mode"
  static let marker: UInt32 = S_ISVTX

  /// The bits to give the backing entry. If they differ from those asked for, the attribute that holds the true mode
  /// has to be written first.
  func backing(_ mode: UInt32) -> UInt32 {
    guard self == .ownerMayUse else { return mode }
    let needed: UInt32
    switch mode & S_IFMT {
    case S_IFREG: needed = S_IRUSR | S_IWUSR
    case S_IFDIR: needed = S_IRUSR | S_IWUSR | S_IXUSR
    default: return mode
    }
    return mode & needed == needed && mode & Self.marker == 0 ? mode : mode | needed | Self.marker
  }

  static func encode(_ mode: UInt32) -> [UInt8] {
    [UInt8(truncatingIfNeeded: mode >> 8 & 15), UInt8(truncatingIfNeeded: mode)]
  }

  static func decode(_ bytes: [UInt8]) -> UInt32? {
    bytes.count == 2 ? UInt32(bytes[0] & 15) << 8 | UInt32(bytes[1]) : nil
  }

  /// Whether an entry with this mode has its true mode elsewhere.
  static func isMarked(_ mode: UInt32) -> Bool {
    mode & marker != 0 && (mode & S_IFMT == S_IFREG || mode & S_IFMT == S_IFDIR)
  }
}
