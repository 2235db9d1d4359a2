// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// The status that `statfs(2)` tells of a filesystem.
package struct FileSystemStatus: Equatable, Sendable {
  /// The unit of the block counts.
  package var blockSize: Int
  package var blocks: UInt64
  package var freeBlocks: UInt64
  /// The number of blocks that are free for users without privilege.
  package var availableBlocks: UInt64
  package var files: UInt64
  package var freeFiles: UInt64
  package var longestName: Int

  package init(
    blockSize: Int, blocks: UInt64, freeBlocks: UInt64, availableBlocks: UInt64, files: UInt64, freeFiles: UInt64,
    longestName: Int = 255
  ) {
    self.blockSize = blockSize
    self.blocks = blocks
    self.freeBlocks = freeBlocks
    self.availableBlocks = availableBlocks
    self.files = files
    self.freeFiles = freeFiles
    self.longestName = longestName
  }

  /// The backing store's, for the filesystem to correct.
  package init(_ native: statvfs) {
    self.init(
      blockSize: Int(native.f_frsize), blocks: UInt64(native.f_blocks), freeBlocks: UInt64(native.f_bfree),
      availableBlocks: UInt64(native.f_bavail), files: UInt64(native.f_files), freeFiles: UInt64(native.f_ffree),
      longestName: Int(native.f_namemax))
  }

  var native: statvfs {
    var native = statvfs()
    native.f_bsize = UInt(blockSize)
    native.f_frsize = UInt(blockSize)
    native.f_blocks = fsblkcnt_t(blocks)
    native.f_bfree = fsblkcnt_t(freeBlocks)
    native.f_bavail = fsblkcnt_t(availableBlocks)
    native.f_files = fsfilcnt_t(files)
    native.f_ffree = fsfilcnt_t(freeFiles)
    native.f_favail = fsfilcnt_t(freeFiles)
    native.f_namemax = UInt(longestName)
    return native
  }
}
