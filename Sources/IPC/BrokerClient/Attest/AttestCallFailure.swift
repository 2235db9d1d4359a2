// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
import BrokerMessages

/// Why an app has nothing to show its server, as far as it can do something about it.
package enum AttestCallFailure: Error, Equatable, Sendable {
  case failed(AppAttestFailure)
  /// There is no Bailey here, or it attests nothing for such a process.
  case unsupported
  /// Later, with the same key.
  case busy
  /// The message would have been too long.
  case tooLong
  /// The answer is none that fits.
  case broken
}

extension BrokerClientError {
  package var ofAttestation: AttestCallFailure {
    switch self {
    case .refused(.attest(let failure)): .failed(failure)
    // An extension, or a program of Bailey's own.
    case .refused(.notPermitted), .unreachable: .unsupported
    case .refused(.tooManyRequests), .closed: .busy
    case .tooLarge: .tooLong
    case .refused, .unexpectedReply: .broken
    }
  }
}
