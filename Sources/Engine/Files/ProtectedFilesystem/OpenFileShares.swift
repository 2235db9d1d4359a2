// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import OwnProcess
import Processes
import Threads

/// The numbers of files that each process has open, limited so that no program takes all descriptors of this process.
///
/// A process may have as many files open as are left to others of its user, and a user may have seven eighths of all: one
/// process gets at most half of what there is, whoever comes next at least half of the rest. A file counts once, for the
/// process that opened it first; a folder counts for each that lists it.
final class OpenFileShares: Sendable {
  /// A process as a whole: the kernel names the thread that asks.
  fileprivate struct Owner: Hashable, Sendable {
    let process: UInt32
    let user: UInt32
  }

  /// Descriptors that count for a process, until they are given back.
  struct Share: Sendable {
    fileprivate let owner: Owner
    fileprivate let count: Int
  }

  private struct State: Sendable {
    var ofProcess: [Owner: Int] = [:]
    var ofUser: [UInt32: Int] = [:]
    var all = 0
    /// Processes by their threads. A number that the kernel uses again counts for the process it was of before, which at
    /// worst has less of a share.
    var processes: [UInt32: UInt32] = [:]
  }

  /// Descriptors that no program's open files use: the store's own, and what a request needs for itself.
  private static let reserve = 1024
  private static let mostThreads = 4096

  private let capacity: Int
  private let state = Locked(State())

  init(capacity: Int) { self.capacity = capacity }

  /// Makes shares that keep at most a quarter of this process's descriptors in reserve.
  convenience init() {
    let limit = ResourceLimit.openFiles
    self.init(capacity: limit - min(Self.reserve, limit / 4))
  }

  /// Counts descriptors that the caller is about to use. Throws `EMFILE`, as its own limit does, where it has its share.
  func take(_ count: Int = 1, for caller: Caller) throws(FileError) -> Share {
    let owner = Owner(process: process(of: UInt32(bitPattern: caller.process)), user: caller.user)
    return try state.withLock { (state) throws(FileError) in
      let (own, users) = (state.ofProcess[owner, default: 0], state.ofUser[owner.user, default: 0])
      guard own + count <= min(capacity - capacity / 8 - users, capacity - state.all) else { throw FileError(EMFILE) }
      state.ofProcess[owner] = own + count
      state.ofUser[owner.user] = users + count
      state.all += count
      return Share(owner: owner, count: count)
    }
  }

  func giveBack(_ share: Share) {
    let (owner, count) = (share.owner, share.count)
    state.withLock { state in
      state.all -= count
      state.ofProcess[owner] = state.ofProcess[owner].flatMap { $0 > count ? $0 - count : nil }
      state.ofUser[owner.user] = state.ofUser[owner.user].flatMap { $0 > count ? $0 - count : nil }
    }
  }

  private func process(of thread: UInt32) -> UInt32 {
    if let known = state.withLock({ $0.processes[thread] }) { return known }
    // One that has ended, or may not be looked at, counts as a process of its own.
    let process = ProcessHandle.process(ofThread: thread) ?? thread
    state.withLock { state in
      if state.processes.count >= Self.mostThreads { state.processes = [:] }
      state.processes[thread] = process
    }
    return process
  }
}
