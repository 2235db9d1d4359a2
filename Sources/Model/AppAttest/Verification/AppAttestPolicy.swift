// SPDX-License-Identifier: Apache-2.0

/// The policy of an app's server. Nothing here is taken from what a client sends.
package struct AppAttestPolicy: Sendable, Equatable {
  /// `TEAM.bundle.identifier`.
  package var appID: String
  package var environment: AppEnvironment
  /// The authorities that may vouch for keys, DER. None: everything is refused.
  package var anchors: [[UInt8]]
  /// The time of verification, in seconds since 1970.
  package var time: Int
  /// The categories of signing that may run (`CS_VALIDATION_CATEGORY_*`). Nil: not looked at.
  package var categories: Set<UInt32>?
  /// The values of CFBundleVersion that may run. Nil: not looked at.
  package var bundleVersions: Set<String>?
  /// The hashes of code directories that may run. Nil: not looked at.
  package var codeHashes: Set<[UInt8]>?
  /// The rule for `categories`, `bundleVersions` and `codeHashes` where the system does not state them: those before
  /// iOS 27 do not.
  package var unstated = Unstated.refused
  /// The access control lists that the key may have, each with its octets. Nil: not looked at.
  package var accessControls: Set<[UInt8]>?
  /// The accepted bases of keys of an authority of one's own, where its certificates state them. None: such
  /// certificates are refused.
  package var bases: Set<KeyBasis> = []
  /// The authorities that may vouch for receipts, DER. Nil: receipts are kept and not looked into.
  package var receiptAnchors: [[UInt8]]?

  package enum Unstated: Sendable { case refused, accepted }

  package init(appID: String, _ environment: AppEnvironment, anchors: [[UInt8]], time: Int) {
    self.appID = appID
    self.environment = environment
    self.anchors = anchors
    self.time = time
  }

  /// The list that Apple documents for a Mac with full security and its integrity protection on: such a key signs while
  /// that is so.
  package static let fullSecurity: [UInt8] = [
    0x30, 0x40, 0x0C, 0x02, 0x31, 0x31, 0x30, 0x3A, 0x30, 0x09, 0x0C, 0x02, 0x6F, 0x6B, 0xA1, 0x03, 0x01, 0x01, 0xFF,
    0x30, 0x09, 0x0C, 0x02, 0x6F, 0x61, 0xA1, 0x03, 0x01, 0x01, 0xFF, 0x30, 0x0B, 0x0C, 0x04, 0x6F, 0x64, 0x65, 0x6C,
    0xA1, 0x03, 0x01, 0x01, 0xFF, 0x30, 0x15, 0x0C, 0x04, 0x6F, 0x73, 0x67, 0x6E, 0xA0, 0x06, 0x0C, 0x04, 0x72, 0x73,
    0x65, 0x63, 0x30, 0x05, 0xA6, 0x03, 0x02, 0x01, 0x01,
  ]
}
