// SPDX-License-Identifier: Apache-2.0
package import Files
package import FuseSession
import Glibc
import ProtectedFiles
package import ProtectedFilesystem
package import ProtectionModel
package import ProtectionModelTesting
import SecretMemory
import SystemCalls

/// A filesystem over a store that a test calls itself, on its own thread: where faults are planned and calls recorded.
package struct DirectFiles {
  package static let caller = Caller(user: geteuid(), group: getegid(), process: 0, umask: 0)

  package let keys: FakeClassKeys
  package let filesystem: ProtectedFilesystem
  package let backing: String

  package init(
    over backing: String, _ state: LockState = .unlocked, openFiles: Int? = nil
  ) throws(FileStoreError) {
    self.backing = backing
    keys = FakeClassKeys(state)
    let store = try FileStore(at: backing, VolumeKeys(volumeKey: keys.volumeKey()), writers: 1)
    filesystem = try ProtectedFilesystem(store, FakeFileKeys(keys: keys), state, openFiles: openFiles)
  }

  /// An open file.
  package struct Opened {
    package let node: NodeID
    package let handle: FileHandle

    package init(node: NodeID, handle: FileHandle) {
      self.node = node
      self.handle = handle
    }
  }

  package func create(_ name: String) throws(FileError) -> Opened {
    let (entry, reply) = try filesystem.create(
      Array(name.utf8), in: .root, mode: 0o644, flags: O_RDWR, caller: Self.caller)
    return Opened(node: entry.node, handle: reply.handle)
  }

  package func open(_ name: String, _ flags: Int32 = O_RDWR) throws(FileError) -> Opened {
    let node = try filesystem.lookUp(Array(name.utf8), in: .root).node
    let reply = try filesystem.open(node, flags: flags, privileges: .keep, caller: Self.caller)
    return Opened(node: node, handle: reply.handle)
  }

  package func write(_ bytes: [UInt8], to file: Opened, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let request = WriteRequest(
        node: file.node, handle: file.handle, offset: offset + done, origin: .program, privileges: .keep)
      var reply = WriteReply()
      var rest = Array(bytes[done...])
      var span = rest.mutableSpan
      done += try filesystem.write(request, &span, reply: &reply)
    }
  }

  package func truncate(_ file: Opened, to size: Int) throws(FileError) {
    let change = AttributeChange(size: size, handle: file.handle)
    _ = try filesystem.change(file.node, change, caller: Self.caller)
  }

  package func sync(_ file: Opened, _ extent: SyncExtent = .contents) throws(FileError) {
    try filesystem.synchronize(file.node, file.handle, extent)
  }

  package func close(_ file: Opened) { filesystem.release(file.node, file.handle) }

  package func rename(_ name: String, to newName: String, _ mode: RenameMode = .replace) throws(FileError) {
    try filesystem.rename(Array(name.utf8), in: .root, to: Array(newName.utf8), in: .root, mode, caller: Self.caller)
  }

  package func setClass(_ protection: ProtectionClass, of name: String) throws(FileError) {
    let node = try filesystem.lookUp(Array(name.utf8), in: .root).node
    let value = Array(protection.attributeValue.utf8)
    try filesystem.setExtendedAttribute(
      Array("user.bailey.protection".utf8), of: node, to: value.span, .either, caller: Self.caller)
  }

  package func protection(of name: String) throws(FileError) -> ProtectionClass? {
    let node = try filesystem.lookUp(Array(name.utf8), in: .root).node
    let value = try filesystem.extendedAttribute(Array("user.bailey.protection".utf8), of: node)
    return ProtectionClass(attributeValue: String(decoding: value, as: UTF8.self))
  }

  // MARK: - What a program would read

  package enum Finding: Equatable, Sendable {
    case missing
    /// For each block its bytes, or nil where it does not authenticate.
    case blocks([[UInt8]?])
    case failure(Int32)

    /// The contents, if all of them can be read.
    package var bytes: [UInt8]? {
      guard case .blocks(let blocks) = self else { return nil }
      return blocks.contains(nil) ? nil : blocks.flatMap { $0 ?? [] }
    }
  }

  /// Opens a file as a program would, twice if it is told to try again, and reads it block by block.
  package func read(_ name: String) -> Finding {
    for _ in 0..<2 {
      do throws(FileError) {
        let file = try open(name, O_RDONLY)
        defer { close(file) }
        return .blocks(try blocks(of: name, size: filesystem.attributes(of: file.node, handle: nil).size))
      } catch {
        if error.code == ENOENT { return .missing }
        if error.code != ESTALE { return .failure(error.code) }
      }
    }
    return .failure(ESTALE)
  }

  private func blocks(of name: String, size: Int) throws(FileError) -> [[UInt8]?] {
    let volume = VolumeKeys(volumeKey: keys.volumeKey())
    do {
      let root = try FileDescriptor.open(backing, O_RDONLY | O_DIRECTORY)
      let id = try DirectoryRecord(root.extendedAttribute("user.bailey") ?? [], volume).id
      let stored = try NameCipher(volume).seal(Array(name.utf8), in: id).text
      let file = try ProtectedFile(
        opening: root.open(stored, O_RDWR), link: LinkTag(backingName: stored), StoreContext(volume))
      let key = FileKey(try keys.unwrap(file.header.wrappedKey))
      var workspace = try ContentWorkspace()
      var blocks: [[UInt8]?] = []
      for offset in stride(from: 0, to: size, by: 4096) {
        let range = try? file.read(4096, at: offset, key: key, in: &workspace)
        blocks.append(try range.map { try workspace.withPlain($0) { $0.array } })
      }
      return blocks
    } catch {
      throw FileError(EIO)
    }
  }
}
