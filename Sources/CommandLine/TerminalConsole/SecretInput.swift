// SPDX-License-Identifier: Apache-2.0
package import SecretMemory
import SystemCalls
import WireFormat

/// Asks for a secret to be kept: on a terminal without showing it, else all of standard input.
package struct SecretInput: Sendable {
  /// The most bytes of a secret: as much as an item holds.
  package static let maximum = 1 << 20

  let console: Console

  package init(console: Console) { self.console = console }

  /// Reads a secret; nil for one without bytes. One line end at the end of a file is not part of the secret: it is what
  /// `echo` and editors leave.
  package func read(_ question: String) throws(PasscodeInputError) -> SecretBytes? {
    guard console.inputIsTerminal else { return try readAll() }
    do {
      return try PasscodeInput(console: console).readNew(question)
    } catch {
      guard error == .empty else { throw error }
      return nil
    }
  }

  private func readAll() throws(PasscodeInputError) -> SecretBytes? {
    var buffer = WireBuffer(smallest: 4096, capacity: Self.maximum + 2)
    while true {
      guard buffer.count < buffer.capacity else { throw .tooLong }
      let before = buffer.count
      do {
        try buffer.extend(room: 1) { span throws(SystemError) in try console.input.readAvailable(into: &span) }
      } catch {
        throw .unreadable(error)
      }
      if buffer.count == before { break }
    }
    return try buffer.withBytes { bytes throws(PasscodeInputError) in
      var count = bytes.count
      if count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
      guard count <= Self.maximum else { throw .tooLong }
      return count == 0 ? nil : SecretBytes(copying: bytes.extracting(0..<count))
    }
  }
}
