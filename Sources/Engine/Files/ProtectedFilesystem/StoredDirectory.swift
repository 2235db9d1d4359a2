// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
package import ProtectedFiles
package import SystemCalls
import Threads

/// A backing directory that is open, and its record.
package final class StoredDirectory: Sendable {
  static let attribute = StoreLayout.recordAttribute

  package let descriptor: FileDescriptor
  package let id: FileID
  private let state: Locked<DirectoryRecord>
  private let keys: VolumeKeys

  /// Opens an entry. Throws `damaged` unless its record lists that name.
  init(_ name: String, in parent: StoredDirectory, _ keys: VolumeKeys) throws(FileError) {
    let descriptor = try request { () throws(SystemError) in
      try parent.descriptor.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }
    let record = try Self.load(descriptor, keys)
    guard let link = LinkTag(backingName: name), record.links.contains(link) else { throw .damaged }
    self.descriptor = descriptor
    self.keys = keys
    id = record.id
    state = Locked(record)
  }

  /// The root, whose record names no link.
  init(root descriptor: consuming FileDescriptor, _ keys: VolumeKeys) throws(SystemError) {
    guard let bytes = try descriptor.extendedAttribute(Self.attribute), let record = try? DirectoryRecord(bytes, keys),
      record.links.isEmpty
    else { throw SystemError(.getxattr, code: EBADMSG) }
    self.descriptor = descriptor
    self.keys = keys
    id = record.id
    state = Locked(record)
  }

  private static func load(_ descriptor: borrowing FileDescriptor, _ keys: VolumeKeys) throws(FileError)
    -> DirectoryRecord
  {
    let found: [UInt8]?
    do { found = try descriptor.extendedAttribute(attribute) } catch { throw FileError(error) }
    guard let found, let record = try? DirectoryRecord(found, keys) else { throw .damaged }
    return record
  }

  package var record: DirectoryRecord { state.withLock { $0 } }

  /// Changes the record on the disk, then here.
  func change(_ body: (inout DirectoryRecord) -> Void) throws(FileError) {
    try state.withLock { (record) throws(FileError) in
      var next = record
      body(&next)
      guard next != record else { return }
      try request { () throws(SystemError) in
        try descriptor.setExtendedAttribute(Self.attribute, to: next.encoded(keys).span)
      }
      record = next
    }
  }
}

/// Makes calls on the store within a program's request: the program gets their errno.
func request<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(FileError) -> Result {
  do { return try body() } catch { throw FileError(error) }
}
