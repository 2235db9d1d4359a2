// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// The descriptor of a file without a name, which another process reads.
///
/// A pipe holds no more than what is left to the user's pipes, which others can take up: whoever writes into one that nobody
/// reads yet may wait for ever.
@frozen package struct MemoryFile: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying(.memfdCreate) { clinux_memory_file() })
  }

  /// Ends the writing: from now on nobody can change it, and it is read from its start.
  package consuming func sealed() throws(SystemError) -> FileDescriptor {
    let file = descriptor.raw
    _ = try retrying(.fcntl) { clinux_seal_file(file) }
    return descriptor
  }

  /// A file of these bytes.
  package static func holding(_ bytes: Span<UInt8>) throws(SystemError) -> FileDescriptor {
    let file = try MemoryFile()
    try file.descriptor.write(bytes, at: 0)
    return try file.sealed()
  }
}
