// SPDX-License-Identifier: Apache-2.0
package import AppContainers
import KeychainModel
package import ProcessIsolation
import TerminalConsole

extension CommandFailure {
  /// The failure in words for the person whose apps keep files.
  package init(_ failure: ContainerFailure) {
    switch failure {
    case .notRunning: self = .particular("Bailey is not running.\nTry: bailey up", .failed)
    case .noMount:
      self = .particular("The protected files are not there at this moment.\nTry: bailey status", .failed)
    case .locked: self = .keychain(.interactionNotAllowed)
    case .file(let path, let error): self = .file(path: path, error)
    case .notAllRemoved(let path):
      self = .particular(
        "Not all of \(path) could be removed.\nTry: bailey unlock, then the command again", .failed)
    }
  }

  /// The failure in words for the person whose machine it is.
  package init(_ forbidden: UserNamespaces.Forbidden) {
    self = .particular(
      "This machine does not let users make namespaces, without which no app can be confined, so none is started.\n"
        + "Try: sudo sysctl -w \(forbidden.setting)=\(forbidden.allowing)", .failed)
  }
}
