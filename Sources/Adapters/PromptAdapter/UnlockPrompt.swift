// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
package import EnclaveControl
import EnclaveMessages
import Events
import ProtectionModel
import Threads

/// Asks the person to unlock Bailey, once, and no longer when it was unlocked in another way.
package struct UnlockPrompt {
  /// How the question ended.
  package enum End: Sendable {
    case unlocked
    case refused
    /// Wrong passcodes cost a wait: nothing is asked meanwhile.
    case hasToWait
  }

  private let prompt: any PasscodePrompt
  private let language: PromptLanguage
  private let connect: () throws -> OwnerChannel

  package init(
    _ prompt: any PasscodePrompt, in language: PromptLanguage = .english, connect: @escaping () throws -> OwnerChannel
  ) {
    self.prompt = prompt
    self.language = language
    self.connect = connect
  }

  /// Takes as long as the person takes. Where there is nothing to unlock, nobody is asked.
  ///
  /// - Throws: `EnclaveClientError`, `PromptFailure` where nobody can be asked, `SystemError` where there are no descriptors left.
  package func run() throws -> End {
    let enclave = try connect()
    let status = try enclave.status()
    guard status.passcode == .set, status.state != .unlocked else { return .unlocked }
    guard status.waitSeconds == 0 else { return .hasToWait }
    let over = try ThreadNotifier()
    try watch(over, connect())
    return try ask(prompt.until(over), enclave)
  }

  private func ask(_ prompt: any PasscodePrompt, _ enclave: OwnerChannel) throws -> End {
    let why = language.says(
      "Your session is open, and Bailey is locked: its files and passwords need the passcode.",
      it: "La sessione è aperta e Bailey è bloccato: i suoi file e le password richiedono il codice.",
      zh: "您的会话已打开，而 Bailey 已锁定：其文件和密码需要密码才能使用。")
    var text = PromptText(description: why, in: language)
    while true {
      do {
        try enclave.unlock(prompt.ask(text))
        return .unlocked
      } catch PromptFailure.withdrawn {
        return .unlocked
      } catch PromptFailure.cancelled {
        return .refused
      } catch EnclaveClientError.refused(.wrongPasscode(_, let seconds)) {
        if seconds > 0 { return .hasToWait }
        text.complaint = language.notThePasscode
      }
    }
  }

  /// The login may unlock while the window is there.
  private func watch(_ over: ThreadNotifier, _ enclave: OwnerChannel) throws {
    try SystemThread.start(named: "unlocked") {
      while let status = try? enclave.status(), status.state != .unlocked {
        _ = try? Poll.readable([], within: .milliseconds(500))
      }
      over.notify()
    }
  }
}
