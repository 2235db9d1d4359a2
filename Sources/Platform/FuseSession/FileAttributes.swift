// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// The attributes that `stat(2)` tells of a file.
package struct FileAttributes: Equatable, Sendable {
  /// A moment, to the nanosecond.
  package struct Time: Equatable, Sendable {
    package var seconds: Int
    package var nanoseconds: Int

    package init(seconds: Int, nanoseconds: Int) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  package var inode: UInt64
  /// The type and permission bits.
  package var mode: UInt32
  package var links: UInt64
  package var user: UInt32
  package var group: UInt32
  /// The number of a device node.
  package var device: UInt64
  package var size: Int
  /// The occupied size in units of 512 bytes.
  package var blocks: Int
  /// The preferred size for reading and writing.
  package var blockSize: Int
  package var access: Time
  package var modification: Time
  package var change: Time

  package init(
    inode: UInt64, mode: UInt32, links: UInt64 = 1, user: UInt32 = 0, group: UInt32 = 0, device: UInt64 = 0,
    size: Int = 0, blocks: Int = 0, blockSize: Int = 4096, access: Time = .epoch, modification: Time = .epoch,
    change: Time = .epoch
  ) {
    self.inode = inode
    self.mode = mode
    self.links = links
    self.user = user
    self.group = group
    self.device = device
    self.size = size
    self.blocks = blocks
    self.blockSize = blockSize
    self.access = access
    self.modification = modification
    self.change = change
  }
}

extension FileAttributes.Time {
  package static let epoch = FileAttributes.Time(seconds: 0, nanoseconds: 0)

  init(_ native: timespec) { self.init(seconds: native.tv_sec, nanoseconds: native.tv_nsec) }

  var native: timespec { timespec(tv_sec: seconds, tv_nsec: nanoseconds) }
}

// MARK: - As the system has them

extension FileAttributes {
  /// The attributes by the backing store's `stat`, for the filesystem to correct.
  package init(_ native: stat) {
    self.init(
      inode: UInt64(native.st_ino), mode: native.st_mode, links: UInt64(native.st_nlink), user: native.st_uid,
      group: native.st_gid, device: UInt64(native.st_rdev), size: Int(native.st_size), blocks: Int(native.st_blocks),
      blockSize: Int(native.st_blksize), access: Time(native.st_atim), modification: Time(native.st_mtim),
      change: Time(native.st_ctim))
  }

  package var native: stat {
    var native = stat()
    native.st_ino = ino_t(inode)
    native.st_mode = mode
    native.st_nlink = nlink_t(links)
    native.st_uid = user
    native.st_gid = group
    native.st_rdev = dev_t(device)
    native.st_size = off_t(size)
    native.st_blocks = blkcnt_t(blocks)
    native.st_blksize = blksize_t(blockSize)
    native.st_atim = access.native
    native.st_mtim = modification.native
    native.st_ctim = change.native
    return native
  }
}
