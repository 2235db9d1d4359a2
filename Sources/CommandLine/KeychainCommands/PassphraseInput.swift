// SPDX-License-Identifier: Apache-2.0
import Advice
import Glibc
import SecretMemory
import SystemCalls
import TerminalConsole

/// The passphrase of a backup: from the terminal, where it is not shown, or a line of a file descriptor.
struct PassphraseInput {
  private let console: Console
  private let source: PassphraseSource

  init(_ console: Console, _ source: PassphraseSource) {
    self.console = console
    self.source = source
  }

  func read() throws(CommandFailure) -> SecretBytes {
    let input = try input()
    do { return try input.read("Passphrase of the backup: ") } catch { throw .input(error) }
  }

  /// Reads a new passphrase. On a terminal it is asked for twice.
  func readNew() throws(CommandFailure) -> SecretBytes {
    let input = try input()
    do { return try input.readNew("Passphrase for the backup: ") } catch { throw .input(error) }
  }

  private func input() throws(CommandFailure) -> PasscodeInput {
    guard case .descriptor(let number) = source else { return PasscodeInput(console: console) }
    do throws(SystemError) {
      return PasscodeInput(console: try console.reading(try Self.duplicate(number)))
    } catch {
      throw .file(path: "descriptor \(number)", error)
    }
  }

  /// The caller's descriptor is not closed.
  private static func duplicate(_ number: Int32) throws(SystemError) -> FileDescriptor {
    let given = FileDescriptor(owning: number)
    do throws(SystemError) {
      let copy = try given.duplicate()
      _ = given.release()
      return copy
    } catch {
      _ = given.release()
      throw error
    }
  }
}
