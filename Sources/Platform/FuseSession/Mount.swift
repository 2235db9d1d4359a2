// SPDX-License-Identifier: Apache-2.0
import CFuse
import Glibc
package import Mounts
package import SystemCalls
import Threads

/// A filesystem that programs can reach at a folder, and the threads that serve it.
///
/// When it goes away it is unmounted, by force if need be.
package final class Mount: Sendable {
  /// Mounts and serves: when this returns, programs get answers. A mount that an ended process left is cleared away.
  /// With a thread that may mount, and a keeper, whoever calls need have no right to do either.
  package init(
    at folder: String, _ operations: any FileSystemOperations, _ options: MountOptions,
    by mounting: MountingThread? = nil,
    keeper: MountKeeper? = nil
  ) throws(SystemError) {
    mountPoint = MountPoint(folder)
    care = keeper ?? mountPoint
    try care.clearDisconnected(within: Self.timeout)
    let host = Host(operations, options)
    let mount = { @Sendable () throws(SystemError) in try Session(host, options.arguments, at: folder) }
    if let mounting { session = try mounting.run(mount) } else { session = try mount() }
    try session.start(options)
    try care.checkAnswer(within: Self.timeout, unless: session.ended)
    mountPoint.raiseReadAhead()
  }

  deinit { unmount() }

  /// The descriptor that is readable once the mount is served no longer, because it was unmounted from outside or the
  /// session broke. Call `unmount` then too.
  package var ended: Int32 { session.ended.raw }

  private static let timeout = Duration.seconds(60)
  private let mountPoint: MountPoint
  private let care: any MountCare
  private let session: Session
  private let isDetached = Locked(false)
}

// MARK: - What the kernel remembers

extension Mount {
  /// Makes the kernel forget a file's pages and attributes. Pages that were changed through a mapping are written
  /// first, and the next touch of a mapping asks for them again. Returns when that is done.
  ///
  /// Not to be called from within a request, nor while a request for the same file waits for the caller: the kernel
  /// waits for pages that a read or write uses.
  package func invalidate(_ node: NodeID) throws(SystemError) {
    unsafe try session.notify { session in unsafe fuse_lowlevel_notify_inval_inode(session, node.rawValue, 0, 0) }
  }

  /// Makes the kernel forget what a name stands for, or that it is missing. The same rules apply, for the folder.
  package func invalidateEntry(_ name: [UInt8], in parent: NodeID) throws(SystemError) {
    unsafe try session.notify { session in
      // libfuse takes the length and sends the zero after the name as well.
      unsafe (name + [0]).withUnsafeBytes { bytes in
        let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe fuse_lowlevel_notify_inval_entry(session, parent.rawValue, text, name.count)
      }
    }
  }
}

extension Mount {
  /// Lets the kernel write all pages that were changed through mappings, and waits for that.
  package func writeOut() { care.writeOut() }
}

// MARK: - The end

extension Mount {
  /// Ends the mount. Changed pages of mapped files are written first. Where programs still use files, those files
  /// fail with `ENOTCONN` from here on, and the folder is free at once.
  ///
  /// Files that are open at the end are never released: what the filesystem holds for them is its own to close.
  package func unmount() {
    guard !isDetached.withLock({ $0 }) else { return session.end(unmount: { .busy }, cutOff: {}) }
    session.end(unmount: { care.unmountServed() }, cutOff: { _ = care.abort() })
    try? care.clearDisconnected(within: Self.timeout)
  }
}

extension Mount {
  /// Takes the mount out of the tree of files: only who has something in it open has it from here on, and it ends with
  /// the last of them, also when this process is killed.
  package func detach() throws(SystemError) {
    try mountPoint.unmount(.atOnce)
    isDetached.withLock { $0 = true }
    session.detach()
  }
}

extension Mount {
  /// Cuts the kernel off at once, whatever it waits for: requests under way fail, and all that come later. The mount
  /// stays where it is, disconnected, and `invalidate` still works. Requests in the hands of this process are wiped.
  ///
  /// Others than root may do it where the kernel's control files of FUSE are mounted.
  package func abort() -> MountPoint.Abortion {
    let outcome = care.abort()
    session.wipeRequests()
    return outcome
  }
}
