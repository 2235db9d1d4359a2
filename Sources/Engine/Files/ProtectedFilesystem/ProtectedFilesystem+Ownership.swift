// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import SystemCalls

// Whose process this is: it stays so.
private let processUser = geteuid()
private let processGroup = getegid()

// MARK: - Whose a new entry is

extension ProtectedFilesystem {
  /// Gives a new file to the caller, with exactly the mode asked for, and says what it is then.
  func adopt(
    _ descriptor: borrowing FileDescriptor, _ backingEntry: BackingEntry, _ mode: UInt32, _ caller: Caller
  ) throws(FileError) -> stat {
    do {
      let owner = try owner(for: caller, in: backingEntry.directory)
      if let owner { try descriptor.changeOwner(user: owner.user, group: owner.group) }
      let backing = store.modes.backing(mode)
      if backing != mode {
        try descriptor.setExtendedAttribute(ModeKeeping.attribute, to: ModeKeeping.encode(mode).span)
      }
      let status = try descriptor.status()
      if status.st_mode & 0o7777 == backing & 0o7777 { return status }
      try descriptor.changeMode(to: backing & 0o7777)
      return try descriptor.status()
    } catch {
      throw FileError(error)
    }
  }

  /// The same for an entry that is not opened. A directory in a set-group-id directory has inherited that bit.
  func adopt(_ backingEntry: BackingEntry, _ mode: UInt32, _ caller: Caller) throws(FileError) {
    let owner: Owner?
    do { owner = try self.owner(for: caller, in: backingEntry.directory) } catch { throw FileError(error) }
    if let owner {
      try AttributeTarget.entry(backingEntry).changeOwner(user: owner.user, group: owner.group)
    }
    guard mode & S_IFMT != S_IFLNK else { return }
    let found = try backingEntry.status().st_mode
    let wanted = mode | (mode & S_IFMT == S_IFDIR ? found & S_ISGID : 0)
    let backing = store.modes.backing(wanted)
    if found & 0o7777 != backing & 0o7777 || backing != wanted {
      try AttributeTarget.entry(backingEntry).changeMode(to: wanted, store.modes)
    }
  }

  private struct Owner {
    let user: uid_t
    let group: gid_t
  }

  /// The owner to be set for a new entry; nil where the file system has given it the right one by itself. In a
  /// set-group-id directory the group is the directory's.
  private func owner(for caller: Caller, in directory: StoredDirectory) throws(SystemError) -> Owner? {
    guard caller.user != processUser || caller.group != processGroup else { return nil }
    let inherits = try directory.descriptor.status().st_mode & S_ISGID != 0
    return Owner(user: caller.user, group: inherits ? .max : caller.group)
  }
}
