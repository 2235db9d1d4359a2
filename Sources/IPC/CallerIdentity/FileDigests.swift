// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import Files
import Glibc
import Sockets
import SystemCalls
import Threads

/// SHA-256 of files. A file is read each time it is asked for, but where it cannot have changed since it was read.
///
/// The time of the last change tells that for files that only root can write to, which is trusted. Of others it tells nothing by
/// itself: what was written through a shared mapping shows in it once, however often more is written. So a digest is kept only
/// where nobody could write to the file while it was read, and where whoever can later shows up in that time.
final class FileDigests: Sendable {
  private struct Version: Hashable {
    let device: UInt64
    let number: UInt64
    let size: Int64
    let modified: [Int]
    let changed: [Int]

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
      size = Int64(status.st_size)
      modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }

    /// Changes that follow each other closely may have the same time.
    var isOld: Bool { changed[0] + 1 < Int(WallClock.seconds) }
  }

  private static let maximumKnown = 512

  private let known = Locked<[Version: [UInt8]]>([:])

  func digest(of file: borrowing FileDescriptor, _ place: ProgramFile.Place) throws(SystemError) -> [UInt8] {
    let version = Version(try file.status())
    if let digest = known.withLock({ $0[version] }) { return digest }
    let refusal = WriteRefusal(of: file)
    let digest = try Self.read(file)
    // What was written while it was read is not known afterwards.
    guard Version(try file.status()) == version else { throw SystemError(.read, code: ETXTBSY) }
    if version.isOld, refusal.holds || isRootsAlone(place) { keep(digest, of: version) }
    return digest
  }

  private func isRootsAlone(_ place: ProgramFile.Place) -> Bool { place == .guarded && PeerCredentials.ownUser != 0 }

  private func keep(_ digest: [UInt8], of version: Version) {
    known.withLock { known in
      if known.count >= Self.maximumKnown { known.removeAll() }
      known[version] = digest
    }
  }

  private static func read(_ file: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
    let digest = RunningDigest(.sha256)
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset = 0
    while true {
      var span = buffer.mutableSpan
      let count = try file.read(into: &span, at: offset)
      guard count > 0 else { return digest.digest() }
      digest.update(buffer.span.extracting(0..<count))
      offset += count
    }
  }
}
