// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// An object that stands for an item: what `kSecValueRef` takes.
package protocol KeychainItemReference: AnyObject {
  /// The item the object makes when it is added; the attributes are those a query with the object asks for.
  func itemParts() throws(KeychainStatus) -> KeychainItemParts
}

/// An object that stands for what a person has proved: what `kSecUseAuthenticationContext` takes.
package protocol AuthenticationContextHolder: AnyObject {
  /// The context by which the item is used; nil once it was invalidated: it is of no use from then on.
  var authenticationContext: AuthenticationContext? { get }
  var interactionNotAllowed: Bool { get }
  var localizedReason: String { get }
  /// The time for which an unlock of the device is proof enough, in seconds.
  var reuseSeconds: UInt16 { get }
}

/// An object that certificates are matched with: what `kSecMatchPolicy` takes.
package protocol MatchPolicyHolder: AnyObject {
  var matchPolicy: MatchPolicy { get }
}

extension AuthenticationChoice {
  /// The same in a context, as that is now: what it says of how to ask stands above what the call says. Nil if it was
  /// invalidated.
  func within(_ holder: (any AuthenticationContextHolder)?) -> AuthenticationChoice? {
    guard let holder else { return self }
    guard let context = holder.authenticationContext else { return nil }
    var choice = self
    choice.context = context
    choice.reuseSeconds = holder.reuseSeconds
    if holder.interactionNotAllowed, prompt == .allow { choice.prompt = .fail }
    let reason = holder.localizedReason
    if !reason.isEmpty { choice.reason = reason }
    return choice
  }
}
