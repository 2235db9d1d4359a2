// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// The start time of a process: with its number and the start of the machine, a name that no other process ever has.
package enum ProcessStart {
  /// The start in ticks since the machine started (`proc_pid_stat(5)`, field 22).
  package static func ticks(of process: Int32) throws(SystemError) -> UInt64 {
    let text = try contents("/proc/\(process)/stat")
    // The second field is a name in parentheses, which may hold anything.
    guard let end = text.lastIndex(of: ")") else { throw SystemError(.read, code: EINVAL) }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let ticks = UInt64(fields[19]) else { throw SystemError(.read, code: EINVAL) }
    return ticks
  }

  /// The kernel's random identifier of this start of the machine.
  package static func boot() throws(SystemError) -> String {
    let text = try contents("/proc/sys/kernel/random/boot_id")
    return String(text.prefix { !$0.isNewline })
  }

  private static func contents(_ path: String) throws(SystemError) -> String {
    String(decoding: try FileDescriptor.open(path, O_RDONLY).read(count: 4096, at: 0), as: UTF8.self)
  }
}
