// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
import SecretMemory
import Synchronization
import Threads

// MARK: - Writing

// A large write is acknowledged before its bytes are sealed, so that the program can prepare the next ones meanwhile.
// Like a write that lies in the kernel's cache, it is certain after fsync(2) only: a kill of this process may lose it.
// If the disk fails, the next write or fsync(2) reports it. Where the disk may be full, writes are stored before they
// are acknowledged, so that the program is told at once.

extension ProtectedFilesystem {
  /// Writes of so many bytes are acknowledged first: what the program does meanwhile outweighs a change of threads.
  private static let leastAcknowledged = 64 << 10
  /// The bytes that must be free on the disk for a write to be acknowledged first.
  fileprivate static let leastSpace = 64 << 20

  package func write(
    _ request: WriteRequest, _ bytes: inout MutableSpan<UInt8>, reply: inout WriteReply
  ) throws(FileError) -> Int {
    let use: LockGate.Use = request.origin == .mapping ? .writeBack : .program
    do throws(FileError) {
      let count = try write(request, &bytes, use, &reply)
      // The kernel takes a part of a written-back page for all of it.
      guard use == .program || count == bytes.count else { throw FileError(EIO) }
      return count
    } catch {
      SecretMemory.wipe(&bytes)
      if use == .writeBack, gate.isShut { losses.withLock { _ = $0.insert(request.node) } }
      throw error
    }
  }

  private func write(
    _ request: WriteRequest, _ bytes: inout MutableSpan<UInt8>, _ use: LockGate.Use, _ reply: inout WriteReply
  ) throws(FileError) -> Int {
    let file = try nodes.file(request.node)
    return try file.changing { (state) throws(FileError) in
      // The bytes are wiped while the file is held, unless the class allows them to stay: a lock that has the file next
      // finds them gone.
      var isForgotten = true
      defer { if isForgotten { SecretMemory.wipe(&bytes) } }
      if use == .program { try state.reportFailure(to: .write) }
      // Not while another thread waits for the file: it would go on waiting after the program was told that it can go
      // on.
      let mayGoOn =
        use == .program && request.privileges == .keep && bytes.count >= Self.leastAcknowledged
        && state.acknowledged == .stored && !file.isAwaited && !isStoring.load(ordering: .relaxed)
      // Whoever sets `isStoring` acknowledges the write as well.
      defer { if reply.isAcknowledged { isStoring.store(false, ordering: .releasing) } }
      do throws(FileError) {
        return try state.changing { (contents) throws(FileError) in
          let count = try modify(&contents, use) { (content, key, workspace) throws(FileFormatError) in
            guard mayGoOn, content.takes(bytes.count, at: request.offset),
              !isStoring.exchange(true, ordering: .acquiringAndReleasing)
            else { return try content.write(bytes.span, at: request.offset, key: key, in: &workspace) }
            file.beginAcknowledged()
            reply.acknowledge()
            return try content.writeAll(bytes.span, at: request.offset, key: key, in: &workspace)
          }
          try drop(request.privileges, &contents)
          isForgotten = contents.file.protection.isForgotten
          return count
        }
      } catch {
        if reply.isAcknowledged { noteFailure(error, of: request.node, &state) }
        throw error
      }
    }
  }

  /// Notes a failed write. To be called while the file is held, so that a lock that waits for it counts the loss.
  private func noteFailure(_ error: FileError, of node: NodeID, _ state: inout OpenFile.State) {
    state.acknowledged = .failed(error)
    unstored.withLock { _ = $0.insert(node) }
    if error == .locked, gate.isShut { losses.withLock { _ = $0.insert(node) } }
  }
}

extension ProtectedFile {
  /// Whether only a failing disk can keep so many bytes from being written, without any block being read first.
  fileprivate func takes(_ count: Int, at offset: Int) -> Bool {
    let block = BlockLayout.plainBlock
    guard wholeness == .whole, offset <= size, offset <= BlockLayout.largestSize - count else { return false }
    guard offset % block == 0, (offset + count) % block == 0 || offset + count >= size else { return false }
    return (try? descriptor.hasRoom(for: ProtectedFilesystem.leastSpace)) == true
  }

  /// Writes all bytes. Where a call to the kernel failed, the rest is tried again, which throws the reason.
  fileprivate mutating func writeAll(
    _ bytes: Span<UInt8>, at offset: Int, key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) -> Int {
    var done = 0
    while done < bytes.count {
      done += try write(bytes.extracting(droppingFirst: done), at: offset + done, key: key, in: &workspace)
    }
    return done
  }
}
