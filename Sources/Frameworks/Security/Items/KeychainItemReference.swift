// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// An object that stands for an item: what `kSecValueRef` takes.
package protocol KeychainItemReference: AnyObject {
  /// The item the object makes when it is added; the attributes are those a query with the object asks for.
  func itemParts() throws(KeychainStatus) -> KeychainItemParts
}

/// An item made of an object.
package struct KeychainItemParts: Sendable {
  package var itemClass: ItemClass
  package var attributes: ItemAttributes
  package var data: SecretData?
  /// The certificate of an identity; `attributes` and `data` are then its key's.
  package var certificate: CertificatePart?

  package init(
    _ itemClass: ItemClass, attributes: ItemAttributes, data: SecretData?, certificate: CertificatePart? = nil
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.data = data
    self.certificate = certificate
  }
}

/// An object that stands for what a person has proved: what `kSecUseAuthenticationContext` takes.
package protocol AuthenticationContextHolder: AnyObject {
  var authenticationContext: AuthenticationContext { get }
  var interactionNotAllowed: Bool { get }
  var localizedReason: String { get }
  /// For how long an unlock of the device is proof enough.
  var reuseSeconds: UInt16 { get }
}

/// An object that certificates are matched with: what `kSecMatchPolicy` takes.
package protocol MatchPolicyHolder: AnyObject {
  var matchPolicy: MatchPolicy { get }
}

extension AuthenticationChoice {
  /// What a context says of how to ask, as `kSecUseAuthenticationContext` does.
  package init(_ holder: (any AuthenticationContextHolder)?) {
    self.init(
      prompt: holder?.interactionNotAllowed ?? false ? .fail : .allow, context: holder?.authenticationContext,
      reason: holder.flatMap { $0.localizedReason.isEmpty ? nil : $0.localizedReason },
      reuseSeconds: holder?.reuseSeconds ?? 0)
  }
}
