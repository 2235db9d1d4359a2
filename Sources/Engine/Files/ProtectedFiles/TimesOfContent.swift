// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The times of the last change of a file's contents. Put back after a change to something other than the contents.
struct TimesOfContent {
  private let modification: TimeChange

  init(_ status: stat) {
    modification = .set(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  func restore(on file: borrowing FileDescriptor) throws(SystemError) {
    try file.changeTimes(access: .keep, modification: modification)
  }
}
