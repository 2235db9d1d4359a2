// SPDX-License-Identifier: Apache-2.0
import CFuse

/// A reply that is sent once it is filled.
protocol ListingReply: ~Copyable {
  var isEmpty: Bool { get }
  consuming func send()
}

/// Collects the names of a directory for `readdir(3)`.
package struct DirectoryReply: ~Copyable, ListingReply {
  /// Adds a name with its inode number and type bits; `next` is the offset at which a later request continues,
  /// never 0.
  package mutating func add(_ name: [UInt8], inode: UInt64, mode: UInt32, next: Int) -> DirectoryRoom {
    buffer.add(name.span, FileAttributes(inode: inode, mode: mode), next: next)
  }

  private var buffer: DirectoryBuffer
  init(_ buffer: consuming DirectoryBuffer) { self.buffer = buffer }
  var isEmpty: Bool { buffer.used == 0 }
  consuming func send() { buffer.send() }
}

/// Collects the names of a directory together with their attributes, which saves the kernel a lookup for each.
package struct DirectoryEntriesReply: ~Copyable, ListingReply {
  /// Adds an entry. When it was added it counts as a lookup of its node, except for the names `.` and `..`: those
  /// need only the inode number and type. `.full` counts nothing.
  package mutating func add(_ name: [UInt8], _ entry: Entry, next: Int) -> DirectoryRoom {
    var native = entry.native(lifetimes)
    return buffer.add(name.span, &native, next: next)
  }

  /// Adds a name whose attributes are not known; the kernel looks it up when it needs them.
  package mutating func add(_ name: [UInt8], inode: UInt64, mode: UInt32, next: Int) -> DirectoryRoom {
    var native = fuse_entry_param()
    native.attr = FileAttributes(inode: inode, mode: mode).native
    return buffer.add(name.span, &native, next: next)
  }

  private var buffer: DirectoryBuffer
  private let lifetimes: CacheLifetimes

  init(_ buffer: consuming DirectoryBuffer, _ lifetimes: CacheLifetimes) {
    self.buffer = buffer
    self.lifetimes = lifetimes
  }

  var isEmpty: Bool { buffer.used == 0 }
  consuming func send() { buffer.send() }
}
