// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// The defect of something in the store, or of the call that reached for it.
package enum FileFormatError: Error, Equatable, Sendable {
  /// Neither slot of the header authenticates.
  case damagedHeader
  /// The record of a file or directory is missing, was changed, or belongs to another one.
  case damagedRecord
  /// The file or directory is whole, but was never given the name it was found under.
  case misplaced
  /// A block of the contents does not authenticate, or is missing.
  case damagedBlock(Int)
  /// A name, a link's target or an extended attribute does not authenticate.
  case damagedName
  /// The creation of the file did not last: the power or the process went before it was complete.
  case unfinished
  case nameTooLong
  /// Larger than any file can be.
  case tooLarge
  /// No more hard links fit into the record.
  case tooManyLinks
  /// A lock has taken the file's key away in the middle of the call.
  case keyGone
  case system(SystemError)
}

extension FileDescriptor {
  /// Makes calls to the kernel where errors of the format are thrown.
  borrowing func call<Result>(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Result
  ) throws(FileFormatError) -> Result {
    do { return try body(self) } catch { throw .system(error) }
  }
}
