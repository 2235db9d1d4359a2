// SPDX-License-Identifier: Apache-2.0
import Advice
import SystemCalls
import TerminalConsole
import WireFormat

/// The input that another program writes to a helper, in secret memory.
enum ProgramInput {
  static func read(atMost limit: Int, _ console: Console) throws(CommandFailure) -> WireBuffer {
    var buffer = WireBuffer(smallest: 4096, capacity: limit + 1)
    do throws(SystemError) {
      while buffer.count <= limit {
        let before = buffer.count
        try buffer.extend(room: 1) { span throws(SystemError) in try console.readAvailable(into: &span) }
        if buffer.count == before { break }
      }
    } catch {
      throw .file(path: "standard input", error)
    }
    guard buffer.count <= limit else { throw .particular("What is to be kept is too long.", .failed) }
    return buffer
  }
}
