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
  private let forNew: Locked<ListForNew>
  private let keys: VolumeKeys
  private let attributes: AttributeCipher

  /// The list that entries made here begin with. Kept here so that making one need not ask for it.
  private enum ListForNew: Sendable {
    case none
    case list(AccessList)
    case damaged
  }

  /// Opens an entry. Throws `damaged` unless its record lists that name.
  init(_ name: String, in parent: StoredDirectory, _ keys: VolumeKeys) throws(FileError) {
    let descriptor = try request { () throws(SystemError) in
      try parent.descriptor.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }
    let record = try Self.load(descriptor, keys)
    guard let link = LinkTag(backingName: name), record.links.contains(link) else { throw .damaged }
    let attributes = AttributeCipher(keys)
    let list: ListForNew
    do { list = try Self.loadList(descriptor, record.id, attributes) } catch { throw FileError(error) }
    self.descriptor = descriptor
    self.keys = keys
    self.attributes = attributes
    id = record.id
    state = Locked(record)
    forNew = Locked(list)
  }

  /// The root, whose record names no link.
  init(root descriptor: consuming FileDescriptor, _ keys: VolumeKeys) throws(SystemError) {
    guard let bytes = try descriptor.extendedAttribute(Self.attribute), let record = try? DirectoryRecord(bytes, keys),
      record.links.isEmpty
    else { throw SystemError(.getxattr, code: EBADMSG) }
    let attributes = AttributeCipher(keys)
    let list = try Self.loadList(descriptor, record.id, attributes)
    self.descriptor = descriptor
    self.keys = keys
    self.attributes = attributes
    id = record.id
    state = Locked(record)
    forNew = Locked(list)
  }

  private static func loadList(
    _ descriptor: borrowing FileDescriptor, _ id: FileID, _ attributes: AttributeCipher
  ) throws(SystemError) -> ListForNew {
    guard let found = try descriptor.extendedAttribute(AccessList.Kind.forNew.storedAttribute) else { return .none }
    return (try? AccessList(sealed: found, .forNew, of: id, attributes)).map { .list($0) } ?? .damaged
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

  /// The list that entries made here begin with. Throws `damaged` where nobody knows whom it named.
  func listForNew() throws(FileError) -> AccessList? {
    switch forNew.withLock({ $0 }) {
    case .none: return nil
    case .list(let list): return list
    case .damaged: throw .damaged
    }
  }

  /// Changes it on the disk, then here.
  func setListForNew(_ list: AccessList?) throws(FileError) {
    let attribute = AccessList.Kind.forNew.storedAttribute
    try forNew.withLock { (known) throws(FileError) in
      if let list {
        let sealed = try served { () throws(FileFormatError) in try list.sealed(.forNew, of: id, attributes) }
        try request { () throws(SystemError) in try descriptor.setExtendedAttribute(attribute, to: sealed.span) }
        known = .list(list)
      } else {
        do throws(SystemError) {
          try descriptor.removeExtendedAttribute(attribute)
        } catch {
          if error.code != ENODATA { throw FileError(error) }
        }
        known = .none
      }
    }
  }
}

/// Makes calls on the store within a program's request: the program gets their errno.
func request<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(FileError) -> Result {
  do { return try body() } catch { throw FileError(error) }
}
