// SPDX-License-Identifier: Apache-2.0

/// All that is kept of apps' keys, for the owner: nothing that signs.
package struct AttestReport: Sendable, Equatable {
  package var keys: [AttestedKeyListing]
  /// The refusals since `baileyd` started, the latest last.
  package var refusals: [AttestRefusalNote]
  /// The root certificate that servers need, DER; nil until something was attested.
  package var root: [UInt8]?
  /// Whether the clock is one at which something can be attested.
  package var isClockRight: Bool

  package static let mostRefusals = 64

  package init(keys: [AttestedKeyListing], refusals: [AttestRefusalNote], root: [UInt8]?, isClockRight: Bool) {
    (self.keys, self.refusals, self.root, self.isClockRight) = (keys, refusals, root, isClockRight)
  }
}

package struct AttestedKeyListing: Sendable, Equatable {
  /// SHA-256 of the key's point.
  package let id: [UInt8]
  package let appID: String
  /// Seconds since 1970.
  package let made: Int64
  /// The moment of the attestation; nil while there was none.
  package let attested: Int64?

  package init(id: [UInt8], appID: String, made: Int64, attested: Int64?) {
    (self.id, self.appID, self.made, self.attested) = (id, appID, made, attested)
  }
}

package struct AttestRefusalNote: Sendable, Equatable {
  /// The application identifier; of a program that has none, its path.
  package let program: String
  package let failure: AppAttestFailure
  /// Seconds since 1970.
  package let time: Int64

  package static let longestProgram = 4096

  package init(program: String, _ failure: AppAttestFailure, time: Int64) {
    (self.program, self.failure, self.time) = (program, failure, time)
  }
}
