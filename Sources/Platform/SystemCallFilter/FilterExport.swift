// SPDX-License-Identifier: Apache-2.0
import CSeccomp
import Glibc
import SystemCalls

/// Filters in the kernel's own form, for `ChildPlan`.
enum FilterExport {
  /// The most bytes, which is what a pipe holds.
  private static let largest = 64 << 10

  static func instructions(of filter: scmp_filter_ctx) throws(SystemCallFilterError) -> [UInt64] {
    do throws(SystemError) {
      let pipe = try Pipe()
      let written = unsafe seccomp_export_bpf(filter, pipe.writing.raw)
      guard written == 0 else { throw SystemError(.write, code: -written) }
      var bytes = [UInt8](repeating: 0, count: largest)
      var room = bytes.mutableSpan
      let count = try pipe.reading.readAvailable(into: &room)
      return (0..<count / 8).map { index in
        // The bytes as they lie in memory.
        (0..<8).reduce(0) { $0 | UInt64(bytes[index * 8 + $1]) << (8 * UInt64($1)) }
      }
    } catch {
      throw SystemCallFilterError(step: .load, code: error.code)
    }
  }
}
