// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

/// The target of a change of attributes: an entry by its name, the root, or an open file whose name is gone.
enum AttributeTarget: Sendable {
  case entry(BackingEntry)
  case directory(StoredDirectory)
  case file(OpenFile)

  func changeOwner(user: uid_t, group: gid_t) throws(FileError) {
    switch self {
    case .entry(let backingEntry):
      try request { () throws(SystemError) in
        try backingEntry.directory.descriptor.changeOwner(of: backingEntry.name, user: user, group: group)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.changeOwner(user: user, group: group) }
    }
  }

  func changeTimes(access: TimeChange, modification: TimeChange) throws(FileError) {
    switch self {
    case .entry(let backingEntry):
      try request { () throws(SystemError) in
        try backingEntry.directory.descriptor.changeTimes(
          of: backingEntry.name, access: access, modification: modification)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in
        try file.changeTimes(access: access, modification: modification)
      }
    }
  }

  /// The attribute that holds the true mode is written before the bit that points to it.
  func changeMode(to mode: UInt32, _ modes: ModeKeeping) throws(FileError) {
    let backing = modes.backing(mode)
    if backing != mode { try setExtendedAttribute(ModeKeeping.attribute, to: ModeKeeping.encode(mode).span) }
    switch self {
    case .entry(let backingEntry):
      try request { () throws(SystemError) in
        try backingEntry.directory.descriptor.changeMode(of: backingEntry.name, to: backing & 0o7777)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.changeMode(to: backing & 0o7777) }
    }
    // An attribute that stays behind is not looked at without the bit that points to it.
    if backing == mode && ModeKeeping.isMarked(mode) { try? removeExtendedAttribute(ModeKeeping.attribute) }
  }

  // MARK: - Extended attributes

  func extendedAttribute(_ name: String) throws(FileError) -> [UInt8]? {
    switch self {
    case .entry(let backingEntry):
      try request { () throws(SystemError) in
        try backingEntry.directory.descriptor.extendedAttribute(name, of: backingEntry.name)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.extendedAttribute(name) }
    }
  }

  func extendedAttributeNames() throws(FileError) -> [String] {
    switch self {
    case .entry(let backingEntry):
      try request { () throws(SystemError) in
        try backingEntry.directory.descriptor.extendedAttributeNames(of: backingEntry.name)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.extendedAttributeNames() }
    }
  }

  func setExtendedAttribute(
    _ name: String, to value: Span<UInt8>, _ mode: AttributeSetMode = .either
  ) throws(FileError) {
    switch self {
    case .entry(let backingEntry):
      try request { () throws(SystemError) in
        try backingEntry.directory.descriptor.setExtendedAttribute(name, of: backingEntry.name, to: value, mode)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.setExtendedAttribute(name, to: value, mode) }
    }
  }

  func removeExtendedAttribute(_ name: String) throws(FileError) {
    switch self {
    case .entry(let backingEntry):
      try request { () throws(SystemError) in
        try backingEntry.directory.descriptor.removeExtendedAttribute(name, of: backingEntry.name)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.removeExtendedAttribute(name) }
    }
  }

  private func onDescriptor<Result: Sendable>(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Result
  ) throws(FileError) -> Result {
    do throws(SystemError) {
      switch self {
      case .directory(let directory): return try body(directory.descriptor)
      case .entry(let backingEntry): return try body(backingEntry.directory.descriptor)
      case .file: break
      }
    } catch {
      throw FileError(error)
    }
    guard case .file(let file) = self else { throw FileError(ESTALE) }
    return try file.reading { (state) throws(FileError) in
      try state.reading { (contents) throws(FileError) in
        do throws(SystemError) { return try body(contents.file.descriptor) } catch { throw FileError(error) }
      }
    }
  }
}
