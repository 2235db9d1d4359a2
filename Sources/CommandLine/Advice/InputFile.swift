// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls
package import TerminalConsole
package import WireFormat

/// Files that people name, pipes included.
package enum InputFile {
  /// The contents of a file, at the most one byte more than the limit, so that the caller sees that there is too much.
  /// `-` is standard input.
  package static func contents(
    of path: String, atMost limit: Int, _ console: Console
  ) throws(CommandFailure) -> [UInt8] {
    do throws(SystemError) {
      if path == "-" { return try console.readAll(atMost: limit + 1) }
      let file = try FileDescriptor.open(path, O_RDONLY)
      return try file.readToEnd(atMost: limit + 1)
    } catch {
      throw .file(path: name(of: path), error)
    }
  }

  /// The same for a command that says yes or no about what is in the file: its codes for those tell nothing of a file that cannot be
  /// read.
  package static func judged(
    _ path: String, atMost limit: Int, _ console: Console
  ) throws(CommandFailure) -> [UInt8] {
    do { return try contents(of: path, atMost: limit, console) } catch {
      throw .particular(error.sentence, .usage)
    }
  }

  /// How a sentence names the file: `-` says nothing to whoever has not written the command.
  package static func name(of path: String) -> String { path == "-" ? "Standard input" : Printable.oneLine(path) }

  /// The same in secret memory, for what may be a private key.
  package static func secret(of path: String, atMost limit: Int) throws(CommandFailure) -> WireBuffer {
    do throws(SystemError) {
      let file = try FileDescriptor.open(path, O_RDONLY)
      var buffer = WireBuffer(smallest: 4096, capacity: limit + 2)
      while buffer.count <= limit {
        let before = buffer.count
        try buffer.extend(room: 1) { span throws(SystemError) in try file.readAvailable(into: &span) }
        if buffer.count == before { break }
      }
      return buffer
    } catch {
      throw .file(path: path, error)
    }
  }
}
