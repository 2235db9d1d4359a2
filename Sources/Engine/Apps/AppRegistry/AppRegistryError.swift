// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
package import SystemCalls

/// Why the registrations could not be read or changed; nothing has changed then.
package enum AppRegistryError: Error, Equatable, Sendable {
  case storage(SystemError)
  case damaged
  /// Written by a newer Bailey.
  case newerVersion
  case full
  case notRegistered
  /// The first group that is somebody else's, or has items already.
  case groupTaken(String)
  case refused(RegisterDefect)
  /// The enclave does not answer, or refuses for a reason of its own.
  case noSeal
}

extension AppRegistryError {
  init(_ error: RegisterSealError) {
    self =
      switch error {
      case .refused(let defect): .refused(defect)
      case .unavailable: .noSeal
      case .storage(let code): .storage(SystemError(.write, code: code))
      }
  }
}
