// SPDX-License-Identifier: Apache-2.0
import Events
package import Files
package import FuseSession
import Glibc
import Synchronization
import SystemCalls
import Threads

// MARK: - Locks

extension SharedFolders {
  package func lock(_ request: LockRequest, reply: LaterReply) {
    do throws(FileError) {
      let opening = try openings.opening(request.handle)
      if try take(request, opening) { return reply.send() }
      guard request.waits else {
        if try takeWhatEnds(request, opening) { return reply.send() }
        throw FileError(EAGAIN)
      }
      try locksWaitedFor.begin()
      let start: () throws(SystemError) -> Void = { () throws(SystemError) in
        try SystemThread.start(named: "lock") { [self] in
          reply.send(wait(for: request, opening, reply))
          locksWaitedFor.end()
        }
      }
      do { try start() } catch {
        locksWaitedFor.end()
        throw FileError(ENOLCK)
      }
    } catch {
      reply.send(error)
    }
  }

  package func conflict(with request: LockRequest) throws(FileError) -> FileLock? {
    let opening = try openings.opening(request.handle)
    do throws(SystemError) {
      if let holder = openings.holder(of: request.owner, on: opening) {
        return try holder.file.conflict(with: request.lock)
      }
      return try opening.file.conflict(with: request.lock)
    } catch {
      throw FileError(error)
    }
  }

  package func flush(_ node: NodeID, _ handle: FileHandle, _ owner: LockOwner) throws(FileError) {
    openings.closed(handle, by: owner)
  }

  // MARK: - Parts

  /// Takes a lock; false where others have a lock against it, after `time`.
  private func take(
    _ request: LockRequest, _ opening: Openings.Opening, within time: Duration = .zero
  ) throws(FileError) -> Bool {
    do throws(SystemError) {
      // One of flock(2) belongs to the opening, in there and out here.
      if request.lock.extent == .whole {
        guard try opening.file.take(request.lock, within: time) else { return false }
        opening.fileLock.store(request.lock.kind == .none ? .none : .held, ordering: .relaxed)
        return true
      }
    } catch {
      throw FileError(error)
    }
    if request.lock.kind == .none, openings.holder(of: request.owner, on: opening) == nil { return true }
    let holder = try openings.holder(of: request.owner, request.handle, opening)
    defer { holder.end() }
    do { return try holder.file.take(request.lock, within: time) } catch { throw FileError(error) }
  }

  /// The kernel does not wait with close(2) until it has said that an opening is over, and its lock with it: a program that has
  /// closed the file and takes the lock anew finds it free.
  private func takeWhatEnds(_ request: LockRequest, _ opening: Openings.Opening) throws(FileError) -> Bool {
    for _ in 0..<Self.longestEnd {
      // An opening is over only after its lock has been given back.
      let mayEnd = openings.mayEndSoon(request.lock, on: opening)
      if try take(request, opening) { return true }
      guard mayEnd else { return false }
      _ = try? Poll.readable([], within: .milliseconds(1))
    }
    return false
  }

  /// The most milliseconds until an opening has ended. On a busy machine the kernel may take its time to say that an opening is over.
  private static let longestEnd = 1000

  /// Waits for a lock, and returns why it was not taken; nil where it was taken.
  private func wait(
    for request: LockRequest, _ opening: Openings.Opening, _ reply: LaterReply
  ) -> FileError? {
    do throws(FileError) {
      while try !take(request, opening, within: Self.pause) {
        if reply.isInterrupted { return FileError(EINTR) }
        if reply.isTooLate { return FileError(EIO) }
        // What was taken back is waited for in vain.
        try opening.place.permission.require(opening.epoch)
      }
    } catch {
      return error
    }
    do throws(FileError) {
      // Taking the folder back gives the locks of others back, this one's reason to wait among them.
      try opening.place.permission.require(opening.epoch)
      return nil
    } catch {
      release(request, opening)
      return error
    }
  }

  /// An opening that is closed by now has given its lock back already.
  private func release(_ request: LockRequest, _ opening: Openings.Opening) {
    if request.lock.extent != .whole, let holder = openings.holder(of: request.owner, on: opening) {
      _ = try? holder.file.take(FileLock(.none, request.lock.extent))
    } else {
      _ = try? opening.file.take(FileLock(.none, .whole))
    }
  }

  /// The time between looks at whether the program was interrupted.
  private static let pause = Duration.milliseconds(50)
}

/// How many locks programs wait for: each has a thread.
final class LocksWaitedFor: Sendable {
  private static let most = 256
  private let count = Locked(0)

  func begin() throws(FileError) {
    let hasRoom = count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
    if !hasRoom { throw FileError(ENOLCK) }
  }

  func end() { count.withLock { $0 -= 1 } }
}
