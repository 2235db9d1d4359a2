// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SystemCalls

extension CocoaError {
  enum Purpose { case read, write }

  /// The code that Foundation has for an errno, with the errno below it.
  init(_ error: SystemError, path: String, _ purpose: Purpose) {
    self.init(
      Self.code(for: error.code, purpose),
      userInfo: [
        NSFilePathErrorKey: path,
        NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(error.code)),
      ])
  }

  /// Turns what the kernel says of a path into what Foundation would throw.
  static func at<Result: ~Copyable>(
    _ path: String, _ purpose: Purpose = .write, _ body: () throws(SystemError) -> Result
  ) throws -> Result {
    do { return try body() } catch { throw CocoaError(error, path: path, purpose) }
  }

  private static func code(for number: Int32, _ purpose: Purpose) -> CocoaError.Code {
    switch (number, purpose) {
    case (ENOENT, .read): .fileReadNoSuchFile
    case (ENOENT, .write): .fileNoSuchFile
    case (EPERM, .read), (EACCES, .read): .fileReadNoPermission
    case (EPERM, .write), (EACCES, .write): .fileWriteNoPermission
    case (EEXIST, _): .fileWriteFileExists
    case (ENOSPC, _), (EDQUOT, _): .fileWriteOutOfSpace
    case (EROFS, _): .fileWriteVolumeReadOnly
    case (ENAMETOOLONG, .read): .fileReadInvalidFileName
    case (ENAMETOOLONG, .write): .fileWriteInvalidFileName
    case (_, .read): .fileReadUnknown
    case (_, .write): .fileWriteUnknown
    }
  }

  /// Protection was asked for where there is none to be had.
  static func notProtected(_ path: String) -> CocoaError {
    CocoaError(
      .featureUnsupported,
      userInfo: [
        NSFilePathErrorKey: path,
        NSLocalizedDescriptionKey: "“\(path)” is not in a protected folder, so it cannot be given a protection class.",
      ])
  }
}
