// SPDX-License-Identifier: Apache-2.0

/// A call that changed something.
struct RecordedCall: Sendable {
  enum Effect: Sendable {
    /// Bytes into a file; they reach the disk when the system pleases, sector by sector.
    case write(TreeImage.Inode, offset: Int, count: Int, after: [UInt8])
    /// A truncation or allocation: a change of metadata that changes bytes too.
    case resize(TreeImage.Inode, Resize)
    /// Names and attributes.
    case metadata
    case sync(TreeImage.Inode, Sync)
    case syncEverything
  }

  enum Sync: Sendable {
    /// fsync(2): bytes, and all metadata up to here.
    case everything
    /// fdatasync(2): bytes, and the metadata needed to find them.
    case data
    /// sync_file_range(2): bytes only, and not through the disk's cache.
    case writeOut
  }

  struct Resize: Sendable {
    let size: Int
    /// What reads as zeros afterwards.
    let zeroed: Range<Int>?
  }

  let effect: Effect
  let name: String
  /// The folder at the moment of the call, and right after it.
  let before: TreeImage
  let after: TreeImage

  var isMetadata: Bool {
    switch effect {
    case .metadata, .resize: true
    case .write, .sync, .syncEverything: false
    }
  }

  var file: TreeImage.Inode? {
    switch effect {
    case .write(let inode, _, _, _), .resize(let inode, _), .sync(let inode, _): inode
    case .metadata, .syncEverything: nil
    }
  }
}
