// SPDX-License-Identifier: Apache-2.0
package import AppNames
package import BrokerClient
import BrokerMessages
import ConsentModel
package import EnclaveClient
import EnclaveMessages
package import KeychainModel
package import SystemCalls
package import TerminalConsole

/// Why a command about the keychain or the apps did not do what it was asked.
package enum CommandFailure: Error, Equatable {
  case noHomeDirectory
  case keychain(KeychainStatus)
  case broker(BrokerClientError)
  case input(PasscodeInputError)
  case enclave(EnclaveClientError)
  case file(path: String, SystemError)
  case notRegistered(path: String)
  /// A word that was to mean an app.
  case app(AppNameError)
  /// The failure of one kind of command only: its sentence, and the exit code.
  case particular(String, ExitCode)
}

extension CommandFailure {
  package var exitCode: ExitCode {
    switch self {
    case .keychain(.interactionNotAllowed), .broker(.refused(.keychain(.interactionNotAllowed))): .refusedByLockState
    case .broker(.refused(.locked)), .broker(.refused(.consent(.locked))), .broker(.refused(.access(.locked))):
      .refusedByLockState
    case .enclave(let error): Advice(for: error).exitCode
    case .particular(_, let code): code
    default: .failed
    }
  }
}
