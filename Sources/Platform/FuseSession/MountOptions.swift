// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How a filesystem is mounted and served.
///
/// Every mount has `default_permissions` (the kernel checks modes and owners), `nosuid` and `nodev`: a file kept
/// here gives nobody another's rights, whatever its mode says.
package struct MountOptions: Sendable {
  package enum Audience: Sendable {
    /// The user who mounts: all others are kept out by the kernel, root included.
    case owner
    /// The mount is for every user whom the files' modes let in. Without privilege `/etc/fuse.conf` has to allow it
    /// (`user_allow_other`).
    case everyone
  }

  /// The way in which requests come from the kernel.
  package enum Transport: Sendable, CaseIterable {
    /// The transport over io_uring where the kernel offers it (Linux 6.14, with
    /// `/sys/module/fuse/parameters/enable_uring` on).
    case quickest
    /// The transport over `/dev/fuse`, as everywhere.
    case device
  }

  /// The side that deals with programs' locks.
  package enum Locks: Sendable {
    /// The kernel, among those who use this mount.
    case ofMount
    /// The filesystem, by `lock` and `conflict`. Requests come over `/dev/fuse` then: an answer that comes later, from another
    /// thread, finds no ring.
    case ofFilesystem
  }

  /// Whether files have access control lists beside their modes.
  package enum AccessLists: Sendable {
    case none
    /// The filesystem keeps them: the attributes `system.posix_acl_access` and `system.posix_acl_default`, in the form that
    /// Linux gives them. It puts together a new file's list and mode, from the list of its folder or the caller's umask. The
    /// kernel checks permissions by the lists, which it reads and remembers as attributes.
    case ofFilesystem
  }

  /// The source that `mount(8)` shows.
  package var name: String
  package var audience: Audience
  /// Threads for what comes over `/dev/fuse`.
  package var workers: Int
  package var transport: Transport
  package var lifetimes: CacheLifetimes
  /// Whether names of one folder are looked up side by side, for file systems that may take long to answer one.
  package var looksUpInParallel = false
  package var locks = Locks.ofMount
  package var accessLists = AccessLists.none

  package init(
    name: String, audience: Audience = geteuid() == 0 ? .everyone : .owner, workers: Int = 4,
    transport: Transport = .quickest, lifetimes: CacheLifetimes = CacheLifetimes()
  ) {
    self.name = name
    self.audience = audience
    self.workers = workers
    self.transport = transport
    self.lifetimes = lifetimes
  }

  /// The options as `fuse_session_new` reads them. A comma in the name would begin another option.
  var arguments: [String] {
    let name = String(name.map { $0 == "," || $0 == "\\" ? "-" : $0 })
    let audience = audience == .everyone ? ",allow_other" : ""
    return ["bailey", "-o", "fsname=\(name),subtype=bailey,default_permissions\(audience)"]
  }
}
