// SPDX-License-Identifier: Apache-2.0
import SystemCalls
package import TerminalConsole

extension Advice {
  /// The secret that was asked for.
  package enum Asked { case passcode, other }

  /// The advice where a secret could not be read from the terminal or from standard input.
  package init(for error: PasscodeInputError, of asked: Asked) {
    switch error {
    case .empty: self.init("\(asked == .passcode ? "A passcode" : "It") has at least one character.")
    case .tooLong:
      self.init(
        asked == .passcode
          ? "A passcode has at most 256 bytes." : "A secret has at most 1 MiB, and at most 256 bytes where it is typed."
      )
    case .different: self.init("The two were not the same; nothing was changed.")
    case .cancelled: self.init("Nothing was changed.")
    case .ended:
      if asked == .passcode {
        self.init("Standard input ended before there was a passcode: one line for each is needed.")
      } else {
        self.init(
          "Standard input ended too early: what is asked for is read there, a line each. Nothing was changed.",
          try: "the same on a terminal, which asks")
      }
    case .unreadable(let error): self.init("Standard input cannot be read: \(Self.explain(error))")
    }
  }
}
