// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles
import SystemCalls

/// A backing folder that is open while something in it is still to be looked at or mended.
final class Folder: Sendable {
  let descriptor: FileDescriptor
  /// The folder's record; nil if it is damaged: then no name in the folder can be read.
  let record: DirectoryRecord?
  /// The path programs see, ending in a slash unless empty; nil if a name in it cannot be read.
  let plainPath: [UInt8]?
  let backingPath: String

  init(_ descriptor: consuming FileDescriptor, _ record: DirectoryRecord?, plainPath: [UInt8]?, backingPath: String) {
    self.descriptor = descriptor
    self.record = record
    self.plainPath = plainPath
    self.backingPath = backingPath
  }
}

/// An entry of a backing folder.
struct Entry: Sendable {
  let folder: Folder
  /// The entry's name in the store.
  let name: String
  /// The name in plain text; nil if it does not authenticate.
  let plainName: [UInt8]?

  init(folder: Folder, name: String, plainName: [UInt8]?) {
    self.folder = folder
    self.name = name
    self.plainName = plainName
  }

  /// A folder as an entry of itself.
  init(itself folder: Folder) {
    self.init(folder: folder, name: ".", plainName: [UInt8(ascii: ".")])
  }

  var backingPath: String { folder.backingPath + name }

  var plainPath: [UInt8]? {
    guard let folder = folder.plainPath, let plainName else { return nil }
    return folder + plainName
  }

  var path: [UInt8] { plainPath ?? Array(backingPath.utf8) }
}
