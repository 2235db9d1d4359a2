// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// The filesystems mounted where this process looks.
package struct MountTable: Sendable, Equatable {
  /// The mounts in the order they were made: of several at one path the last is seen.
  package let entries: [Entry]

  package struct Entry: Sendable, Equatable {
    package let path: String
    /// The kernel's number for this mount: nothing else has it while a file of the mount is open.
    package let id: Int
    /// The minor number of the device. For a filesystem without a device, the number by which the kernel knows it.
    package let minor: Int
    package let type: String
    package let source: String
  }

  package static func current() throws(SystemError) -> MountTable {
    let file = try FileDescriptor.open("/proc/self/mountinfo", O_RDONLY)
    return MountTable(text: String(decoding: try file.readToEnd(atMost: .max), as: UTF8.self))
  }

  /// Reads lines as proc_pid_mountinfo(5) describes them; a line that is none is left out.
  package init(text: String) {
    entries = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"), fields.count > dash + 2,
        let id = Int(fields[0]), let minor = fields[2].split(separator: ":").last.flatMap({ Int($0) })
      else { return nil }
      return Entry(
        path: unescaped(fields[4]), id: id, minor: minor, type: String(fields[dash + 1]),
        source: unescaped(fields[dash + 2]))
    }
  }

  package func entry(at path: String) -> Entry? { entries.last { $0.path == path } }
}

/// Undoes the octal escapes of space, tab, newline and backslash.
private func unescaped(_ field: Substring) -> String {
  var bytes: [UInt8] = []
  var rest = Array(field.utf8)[...]
  while let byte = rest.popFirst() {
    let digits = rest.prefix(3)
    if byte == UInt8(ascii: "\\"), digits.count == 3,
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
    {
      bytes.append(value)
      rest = rest.dropFirst(3)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
