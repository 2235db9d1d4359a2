// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel

// MARK: - What a program is told

extension FileError {
  init(_ error: FileFormatError) {
    switch error {
    case .damagedHeader, .damagedRecord, .misplaced, .damagedBlock, .damagedName: self = .damaged
    case .unfinished: self.init(ESTALE)
    case .nameTooLong: self.init(ENAMETOOLONG)
    case .tooLarge: self.init(EFBIG)
    case .tooManyLinks: self.init(EMLINK)
    case .keyGone: self = .locked
    case .system(let error): self.init(error)
    }
  }

  /// A file whose key is refused or unavailable counts as locked, whatever the reason. Only a wrapped key that does not
  /// open is damage.
  init(_ error: ClassKeyError) {
    switch error {
    case .refusedByLockState, .noSuchKey, .unavailable: self = .locked
    case .damaged: self = .damaged
    }
  }
}

/// Runs what uses the format where a program's request is served.
func served<Result: ~Copyable>(_ body: () throws(FileFormatError) -> Result) throws(FileError) -> Result {
  do { return try body() } catch { throw FileError(error) }
}
