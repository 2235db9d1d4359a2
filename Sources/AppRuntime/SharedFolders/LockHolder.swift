// SPDX-License-Identifier: Apache-2.0
import ConfinedFiles
import Files
import FuseSession
import Glibc
import Synchronization
import SystemCalls
import Threads

/// The locks of ranges that one owner has on one file: those of an opening of its own, so that they stand against other
/// owners' in here as they do against those of programs outside.
final class LockHolder: Sendable {
  struct Key: Hashable {
    let identity: SharedNodes.Identity
    let owner: LockOwner
  }

  let permission: FolderPermission
  let file: FileDescriptor
  private let state: Locked<(handle: FileHandle, users: Int)>

  init(_ permission: FolderPermission, _ handle: FileHandle, _ file: consuming FileDescriptor) {
    self.permission = permission
    self.file = file
    state = Locked((handle, 0))
  }

  /// The opening that was last used to take a lock. Locks of openings end with it.
  var handle: FileHandle { state.withLock { $0.handle } }
  /// Requests under way.
  var users: Int { state.withLock { $0.users } }

  func begin(_ handle: FileHandle) {
    state.withLock { state in
      state.handle = handle
      state.users += 1
    }
  }

  func end() { state.withLock { $0.users -= 1 } }

  /// Gives all its locks back.
  func giveBack() { _ = try? file.take(FileLock(.none, .range(start: 0, count: 0))) }
}

/// Whether an opening has the lock of flock(2).
enum FileLockState: UInt8, AtomicRepresentable {
  case none, held
  /// A descriptor was closed since, perhaps the last one: then the kernel is about to say that the opening is over.
  case perhapsOver
}

extension Openings.State {
  /// Removes holders, and gives their locks back before they are closed: a process that was started at this moment has a copy of
  /// each descriptor until it executes its program.
  mutating func removeHolders(where isGone: (LockHolder) -> Bool) {
    for (key, holder) in holders where isGone(holder) {
      holders[key] = nil
      holder.giveBack()
    }
  }
}

// MARK: - Holders, as locks are taken and files are closed

extension Openings {
  /// The holder for an owner's locks of a file, which counts as used until `end`.
  func holder(of owner: LockOwner, _ handle: FileHandle, _ opening: Opening) throws(FileError) -> LockHolder {
    let key = LockHolder.Key(identity: opening.identity, owner: owner)
    if let known = known(key, handle) { return known }
    let file = try Self.reopened(opening)
    let holder = LockHolder(opening.place.permission, handle, file)
    return try state.withLock { state throws(FileError) in
      let holder = state.holders[key] ?? holder
      guard state.holders[key] != nil || state.descriptors < most else { throw FileError(ENOLCK) }
      state.holders[key] = holder
      holder.begin(handle)
      return holder
    }
  }

  private func known(_ key: LockHolder.Key, _ handle: FileHandle) -> LockHolder? {
    state.withLock { state in
      state.holders[key]?.begin(handle)
      return state.holders[key]
    }
  }

  /// Whether a lock of the file that another opening has may be over any moment.
  func mayEndSoon(_ lock: FileLock, on opening: Opening) -> Bool {
    guard lock.extent == .whole else { return false }
    return state.withLock { state in
      state.all.values.contains { other in
        other !== opening && other.identity == opening.identity
          && other.fileLock.load(ordering: .relaxed) == .perhapsOver
      }
    }
  }

  func holder(of owner: LockOwner, on opening: Opening) -> LockHolder? {
    state.withLock { $0.holders[LockHolder.Key(identity: opening.identity, owner: owner)] }
  }

  /// The file of an opening, opened anew: for writing too where the app may, because an exclusive lock needs it.
  private static func reopened(_ opening: Opening) throws(FileError) -> FileDescriptor {
    if opening.place.right == .writing, let file = try? opening.file.opened(O_RDWR | O_NONBLOCK) { return file }
    do throws(SystemError) {
      return try opening.file.opened(try opening.file.accessMode() | O_NONBLOCK)
    } catch {
      throw FileError(error)
    }
  }

  /// A process has closed a descriptor of a file: it has no lock of a range there any more. A lock that another of its threads
  /// waits for still counts.
  func closed(_ handle: FileHandle, by owner: LockOwner) {
    let holder = state.withLock { state -> LockHolder? in
      guard let opening = state.all[handle] else { return nil }
      _ = opening.fileLock.compareExchange(expected: .held, desired: .perhapsOver, ordering: .relaxed)
      guard !state.holders.isEmpty else { return nil }
      let key = LockHolder.Key(identity: opening.identity, owner: owner)
      guard let holder = state.holders[key] else { return nil }
      if holder.users == 0 { state.holders[key] = nil }
      return holder
    }
    // Whoever has looked it up meanwhile keeps it open.
    holder?.giveBack()
  }
}
