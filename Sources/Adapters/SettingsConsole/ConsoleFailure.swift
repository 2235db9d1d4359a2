// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import ConsentModel
import EnclaveClient
import EnclaveMessages
import Glibc
import JSONCoding
import KeychainModel
import SupervisorMessages
import SystemCalls
import WebServer

/// Why a request of the pages was not done.
enum ConsoleFailure: Error {
  case enclave(EnclaveClientError)
  case broker(BrokerClientError)
  case supervisor(SupervisorClientError)
  case system(SystemError)
  /// What the page sent is nothing that it sends.
  case badRequest
  case notFound
  /// The lock state forbids it.
  case locked
  /// There is another password of the owner's for the same account.
  case differs
  /// A program of Bailey's own could not do it.
  case unable

  /// The failure that an error with a file or folder below the mount stands for.
  static func ofFile(_ error: SystemError) -> ConsoleFailure {
    error.code == ENOENT || error.code == ENOTDIR || error.code == ELOOP ? .notFound : .system(error)
  }

  /// The answer as the pages read it: `error` is a word that they have a sentence for.
  var response: WebResponse {
    switch self {
    case .enclave(.refused(.wrongPasscode(_, let seconds))), .enclave(.refused(.wait(let seconds))):
      .json(403, .members(["error": .string("passcode"), "waitSeconds": .number(Int(seconds))]))
    case .enclave(.passcodeLength): .failed(403, "passcode")
    case .enclave(.refused(.lockState)), .broker(.refused(.keychain(.interactionNotAllowed))),
      .broker(.refused(.locked)):
      .failed(409, "locked")
    // Below the mount EPERM means the lock state.
    case .system(let error) where error.code == EPERM: .failed(409, "locked")
    case .locked: .failed(409, "locked")
    case .unable: .failed(409, "refused")
    case .enclave(.refused), .supervisor(.refused), .system: .failed(409, "refused")
    case .broker(.refused(.authentication)): .failed(403, "permit")
    case .broker(.refused(.consent(.restricted))): .failed(409, "restricted")
    case .broker(.refused(.consent(.unknownApp))): .failed(404, "gone")
    case .broker(.refused(.consent(.locked))): .failed(409, "locked")
    case .broker(.refused(.keychain(.duplicateItem))): .failed(409, "there")
    case .differs: .failed(409, "differs")
    case .broker(.refused(.keychain(.itemNotFound))), .notFound: .failed(404, "gone")
    case .broker(.refused): .failed(409, "refused")
    case .badRequest: .failed(400, "400")
    case .enclave, .broker, .supervisor: .failed(503, "notRunning")
    }
  }
}

extension WebResponse {
  static func json(_ status: UInt16, _ value: JSONValue) -> WebResponse {
    WebResponse(status, .bytes(Array(value.text.utf8)), headers: [("Content-Type", "application/json")])
  }

  static func failed(_ status: UInt16, _ error: String) -> WebResponse {
    .json(status, .members(["error": .string(error)]))
  }
}
