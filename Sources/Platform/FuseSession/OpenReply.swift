// SPDX-License-Identifier: Apache-2.0

/// The answer to an opening.
package struct OpenReply: Equatable, Sendable {
  /// The treatment of the pages that the kernel has of this file.
  package enum Pages: Sendable {
    /// Dropped now, filled again by reads. For a directory: its listing is not cached.
    case discard
    /// Kept from earlier openings: right where only the kernel changes the file. For a directory: its listing is
    /// cached too.
    case keep
    /// The page cache is not used: each read and write is passed on as it is made.
    case bypass
  }

  package var handle: FileHandle
  package var pages: Pages
  /// Whether closing a descriptor sends `flush`.
  package var flushing: Flushing

  package enum Flushing: Sendable { case none, atEachClose }

  package init(handle: FileHandle, pages: Pages = .discard, flushing: Flushing = .none) {
    self.handle = handle
    self.pages = pages
    self.flushing = flushing
  }
}
