// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
package import Events
import Files
package import FuseSession
import Glibc
import InstanceLayout
import ProtectedFiles
package import ProtectedFilesystem
import ProtectionModel
import SecretMemory
package import Sockets
import Synchronization
package import SystemCalls

/// The files of a store, served at a folder for as long as there are keys and nobody asks to stop.
package final class FileService: Sendable {
  /// Why the files could not be served.
  package enum Failure: Error, Sendable {
    case enclave
    case store(FileStoreError)
    case mount(SystemError)
    /// Other users are to reach the files, and `/etc/fuse.conf` does not let this user say so.
    case othersNotAllowed
    /// `fusermount3` mounts for users alone that have a name (`get_user_name` of libfuse's util/fusermount.c).
    case userUnknown
  }

  /// The users that reach the files, as far as their modes let them.
  package enum Audience: Sendable {
    /// The user who mounts; everyone, where that is root.
    case usual
    case everyone
  }

  /// Why serving ended.
  package enum End: Sendable {
    case asked
    /// The enclave has ended, or its keys were erased.
    case keysGone
    /// The mount was ended from outside.
    case unmounted
  }

  let filesystem: ProtectedFilesystem
  let mount: Mount
  let events: EnclaveEvents
  /// Writes a message for a person into the log.
  let report: @Sendable (String) -> Void
  /// Tells the supervisor that the kernel has no page of locked files any more.
  let pagesAreGone: @Sendable () -> Void
  private let checkpoints: Checkpoints
  /// The epoch of the latest lock that was followed.
  private let lockedIn = Atomic<UInt64>(0)

  /// Mounts; when this returns, programs get answers.
  package init(
    backing: String, folder: String, for audience: Audience, by mounting: MountingThread, keeper: MountKeeper,
    keys: consuming PacketSocket, events: consuming PacketSocket,
    report: @escaping @Sendable (String) -> Void, pagesAreGone: @escaping @Sendable () -> Void
  ) throws(Failure) {
    guard audience == .usual || Self.mayAllowOthers else { throw .othersNotAllowed }
    let enclave = try EnclaveChannels(keys: keys, events: events)
    self.report = report
    self.pagesAreGone = pagesAreGone
    self.events = enclave.events
    do throws(FileStoreError) {
      filesystem = try ProtectedFilesystem(
        try FileStore(at: backing, enclave.volume), enclave.keys, enclave.state,
        meetingPlaces: OwnFolder.shared.map(\.rawValue))
    } catch {
      throw .store(error)
    }
    var options = MountOptions(name: "bailey", lifetimes: ProtectedFilesystem.lifetimes)
    options.accessLists = .ofFilesystem
    if audience == .everyone { options.audience = .everyone }
    do {
      mount = try Mount(at: folder, filesystem, options, by: mounting, keeper: keeper)
      checkpoints = try Checkpoints(filesystem, mount)
    } catch { throw error.code == EPERM && !Self.hasName ? .userUnknown : .mount(error) }
  }

  /// Whether `fusermount3` lets others in: a line of `/etc/fuse.conf` says `user_allow_other`, and nothing else.
  private static var mayAllowOthers: Bool {
    guard geteuid() != 0 else { return true }
    guard let file = try? FileDescriptor.open("/etc/fuse.conf", O_RDONLY),
      let text = try? file.readToEnd(atMost: 1 << 16)
    else { return false }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return lines.contains { $0.split(whereSeparator: \.isWhitespace) == ["user_allow_other"] }
  }

  /// Whether a line of `/etc/passwd` has this user's number. A machine may know its users from elsewhere.
  private static var hasName: Bool {
    guard geteuid() != 0, let file = try? FileDescriptor.open("/etc/passwd", O_RDONLY),
      let text = try? file.readToEnd(atMost: 1 << 20)
    else { return true }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").contains {
      $0.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2).first == "\(getuid())"
    }
  }

  /// Follows the enclave's events until serving ends.
  package func serve(until stops: borrowing SignalDescriptor) -> End {
    while true {
      let waiting = [stops.descriptor.raw, events.descriptor, mount.ended, filesystem.stale.descriptor]
      guard let ready = try? Poll.readable(waiting, within: .seconds(Self.restAfter)) else { return .keysGone }
      if ready[0] { return .asked }
      if ready[2] { return .unmounted }
      if ready[3] { filesystem.invalidateStaleNodes(mount) }
      if ready[1], follow() == .stop { return .keysGone }
      if !ready.contains(true) { filesystem.rest() }
    }
  }

  /// Ends the mount. However serving ended, no key of a class that locks is left, nor, unless the result says so, any
  /// plaintext.
  package func stop() -> CachedPages {
    let outcome = filesystem.lock(mount)
    mount.unmount()
    checkpoints.end()
    filesystem.close()
    return outcome == .nothingIsLeft ? .areGone : .mayRemain
  }

  /// The kernel's pages of files of classes that lock.
  package enum CachedPages: Sendable { case areGone, mayRemain }

  private static let restAfter = 5

  private func follow() -> LoopControl {
    // Without notices of locks no key may be held: a connection that fails ends the service.
    guard let event = try? events.next() else { return .stop }
    switch event {
    case .ready, .filesOverdue, .brokerOverdue: break
    case .willLock: checkpoints.announceLock()
    case .locking(let epoch, let milliseconds):
      lockedIn.store(epoch, ordering: .releasing)
      guard lock(epoch: epoch, within: milliseconds) == .acknowledged else { return .stop }
    case .locked(let epoch):
      // The service started in the middle of a lock, so that it has heard `locked` without `locking`.
      if lockedIn.exchange(epoch, ordering: .acquiringAndReleasing) != epoch { filesystem.lock(mount) }
    case .unlocked: filesystem.unlock()
    case .erased: return .stop
    }
    return .proceed
  }
}
