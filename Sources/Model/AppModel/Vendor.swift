// SPDX-License-Identifier: Apache-2.0

/// The vendor of an app, as far as apps may know each other by it (Apple's `identifierForVendor`).
///
/// An ad-hoc signature says nothing of who made it. For such an app Apple's other rule counts, for apps that are not from the store: its
/// bundle identifier without the last part.
package enum Vendor: Sendable, Hashable {
  /// A vendor known by the SHA-256 of the publisher's key.
  case key([UInt8])
  /// The domain that the identifiers of its apps begin with; small letters.
  case domain(String)

  package init(_ app: CodeRequirement) {
    switch app.publisher {
    case .key(let digest): self = .key(digest)
    case .adHoc:
      let parts = String(decoding: AppDescription.folded(app.identifier), as: UTF8.self).split(separator: ".")
      self = .domain((parts.count > 1 ? parts.dropLast() : parts[...]).joined(separator: "."))
    }
  }
}
