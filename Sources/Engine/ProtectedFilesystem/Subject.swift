// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import LinuxSystem
import ProtectedFiles

/// What a change of attributes is made to: an entry by its name, the root, or an open file whose name is gone.
enum Subject: Sendable {
  case entry(Place)
  case directory(StoredDirectory)
  case file(OpenFile)

  func changeOwner(user: uid_t, group: gid_t) throws(FileError) {
    switch self {
    case .entry(let place):
      try request { () throws(SystemError) in
        try place.directory.descriptor.changeOwner(of: place.name, user: user, group: group)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.changeOwner(user: user, group: group) }
    }
  }

  func changeTimes(access: TimeChange, modification: TimeChange) throws(FileError) {
    switch self {
    case .entry(let place):
      try request { () throws(SystemError) in
        try place.directory.descriptor.changeTimes(of: place.name, access: access, modification: modification)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in
        try file.changeTimes(access: access, modification: modification)
      }
    }
  }

  /// The attribute that holds a mode comes before the mark that points to it.
  func changeMode(to mode: UInt32, _ modes: ModeKeeping) throws(FileError) {
    let backing = modes.backing(mode)
    if backing != mode { try setExtendedAttribute(ModeKeeping.attribute, to: ModeKeeping.encode(mode).span) }
    switch self {
    case .entry(let place):
      try request { () throws(SystemError) in
        try place.directory.descriptor.changeMode(of: place.name, to: backing & 0o7777)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.changeMode(to: backing & 0o7777) }
    }
    if backing == mode && ModeKeeping.isMarked(mode) { try? removeExtendedAttribute(ModeKeeping.attribute) }
  }

  // MARK: - Extended attributes

  func extendedAttribute(_ name: String) throws(FileError) -> [UInt8]? {
    switch self {
    case .entry(let place):
      try request { () throws(SystemError) in
        try place.directory.descriptor.extendedAttribute(name, of: place.name)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.extendedAttribute(name) }
    }
  }

  func extendedAttributeNames() throws(FileError) -> [String] {
    switch self {
    case .entry(let place):
      try request { () throws(SystemError) in try place.directory.descriptor.extendedAttributeNames(of: place.name) }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.extendedAttributeNames() }
    }
  }

  func setExtendedAttribute(
    _ name: String, to value: Span<UInt8>, _ mode: AttributeSetMode = .either
  ) throws(FileError) {
    switch self {
    case .entry(let place):
      try request { () throws(SystemError) in
        try place.directory.descriptor.setExtendedAttribute(name, of: place.name, to: value, mode)
      }
    case .directory, .file:
      try onDescriptor { (file) throws(SystemError) in try file.setExtendedAttribute(name, to: value, mode) }
    }
  }

  func removeExtendedAttribute(_ name: String) throws(FileError) {
    switch self {
    case .entry(let place):
      try request { () throws(SystemError) in
        try place.directory.descriptor.removeExtendedAttribute(name, of: place.name)
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
      case .entry(let place): return try body(place.directory.descriptor)
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
