// SPDX-License-Identifier: Apache-2.0
package import FuseSession
import Glibc
import LinuxSystem
import ProtectedFiles
import ProtectionModel
import SecretMemory
import Synchronization

// MARK: - Writing

// A program that writes much is answered before its bytes are sealed, and prepares the next ones meanwhile. As a write
// that lies in the kernel's memory, one that was answered is certain after fsync(2) alone: a kill of this process may
// take it along, and that a disk has failed is said by the next write or fsync(2). Where the disk may be full, the
// program waits and is told at once.

extension ProtectedFilesystem {
  /// From here on a program is answered first: what it does meanwhile outweighs a change of threads.
  private static let leastAcknowledged = 64 << 10
  /// So much has to be free.
  fileprivate static let leastSpace = 64 << 20

  package func write(
    _ request: WriteRequest, _ bytes: inout MutableSpan<UInt8>, reply: inout WriteReply
  ) throws(FileError) -> Int {
    let use: LockGate.Use = request.origin == .mapping ? .writeBack : .program
    do throws(FileError) {
      let count = try write(request, &bytes, use, &reply)
      // Of pages on their way back the kernel takes part for all.
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
      // While the file is held, so that a lock that has it next finds them gone; and unless its class allows them to stay.
      var isForgotten = true
      defer { if isForgotten { SecretMemory.wipe(&bytes) } }
      if use == .program { try state.tellFailure(to: .write) }
      // Who else waits for the file has it once a program waits too.
      let mayGoOn =
        use == .program && request.privileges == .keep && bytes.count >= Self.leastAcknowledged
        && state.acknowledged == .stored && !file.isAwaited && !isStoring.load(ordering: .relaxed)
      // Nobody who has set it goes on without an acknowledgement.
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

  /// While the file is still held: a lock that waits for it knows what it has cost.
  private func noteFailure(_ error: FileError, of node: NodeID, _ state: inout OpenFile.State) {
    state.acknowledged = .failed(error)
    unstored.withLock { _ = $0.insert(node) }
    if error == .locked, gate.isShut { losses.withLock { _ = $0.insert(node) } }
  }
}

extension ProtectedFile {
  /// Whether nothing but a disk that fails can keep so many bytes from being written, and nothing has to be read first.
  fileprivate func takes(_ count: Int, at offset: Int) -> Bool {
    let block = BlockLayout.plainBlock
    guard wholeness == .whole, offset <= size, offset <= BlockLayout.largestSize - count else { return false }
    guard offset % block == 0, (offset + count) % block == 0 || offset + count >= size else { return false }
    return (try? descriptor.hasRoom(for: ProtectedFilesystem.leastSpace)) == true
  }

  /// Goes on where a call to the kernel failed, to know why.
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
