// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The operations on a descriptor that may be a terminal.
package enum Terminal {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Discards what was typed and not read yet, so that it answers no later question.
  package static func forgetTyped(_ descriptor: Int32) { tcflush(descriptor, TCIFLUSH) }

  /// Runs the body while the terminal shows nothing of what is typed and hands over each key at once.
  ///
  /// Keys that would send a signal arrive as bytes, so that nothing ends the program before the terminal is as it was.
  package static func withRawKeys<Result: ~Copyable, Failure: Error>(
    _ descriptor: Int32, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var before = termios()
    guard unsafe tcgetattr(descriptor, &before) == 0 else { return try body() }
    var quiet = before
    quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    unsafe tcsetattr(descriptor, TCSAFLUSH, &quiet)
    defer { unsafe tcsetattr(descriptor, TCSAFLUSH, &before) }
    return try body()
  }
}
