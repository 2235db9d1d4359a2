// SPDX-License-Identifier: Apache-2.0

/// A secret that only the TPM which sealed it opens: the two parts of a TPM object, as the TPM gave them out.
package struct SealedSecret: Sendable, Equatable {
  package let publicArea: [UInt8]
  package let privateArea: [UInt8]

  /// Far above what 128 bytes of data need with any hash a TPM has.
  package static let longestArea = 512

  package init?(publicArea: [UInt8], privateArea: [UInt8]) {
    let sizes = 1...Self.longestArea
    guard sizes.contains(publicArea.count), sizes.contains(privateArea.count) else { return nil }
    self.publicArea = publicArea
    self.privateArea = privateArea
  }
}
