// SPDX-License-Identifier: Apache-2.0
import CFuse

/// Chooses from what the kernel offers when a session begins.
///
/// Not wanted: `WRITEBACK_CACHE`, because a write to a locked file would succeed and be lost later; `SPLICE_*`, because
/// contents would stay in pipes; `AUTO_INVAL_DATA`, which drops pages whenever a write has changed the time (everything
/// changes through this mount, and locking drops pages itself); `HANDLE_KILLPRIV` and `PARALLEL_DIROPS`, which the
/// channel asks for; locks, which the kernel keeps without help unless the filesystem deals with them.
func onStart(_ context: UnsafeMutableRawPointer?, _ connection: UnsafeMutablePointer<fuse_conn_info>?) {
  guard let context = unsafe context, let connection = unsafe connection else { return }
  let host = unsafe Unmanaged<Host>.fromOpaque(context).takeUnretainedValue()
  var wanted = wanted
  if host.locks == .ofFilesystem { wanted |= locks }
  if host.accessLists == .ofFilesystem { wanted |= accessLists }
  unsafe connection.pointee.want = connection.pointee.capable & wanted
  unsafe connection.pointee.max_write = largestTransfer
  unsafe connection.pointee.max_readahead = largestTransfer
  unsafe connection.pointee.max_background = 64
  unsafe connection.pointee.congestion_threshold = 48
}

private let largestTransfer: UInt32 = 1 << 20

private let locks = UInt32(FUSE_CAP_POSIX_LOCKS | FUSE_CAP_FLOCK_LOCKS)

/// A folder's list takes the place of the umask, so that the kernel must leave that alone.
private let accessLists = UInt32(FUSE_CAP_POSIX_ACL | FUSE_CAP_DONT_MASK)

private let wanted = UInt32(
  FUSE_CAP_ASYNC_READ | FUSE_CAP_ATOMIC_O_TRUNC | FUSE_CAP_READDIRPLUS | FUSE_CAP_READDIRPLUS_AUTO
    | FUSE_CAP_ASYNC_DIO | FUSE_CAP_CACHE_SYMLINKS | FUSE_CAP_EXPLICIT_INVAL_DATA)
