// SPDX-License-Identifier: Apache-2.0

/// One thing that apps expect of any keychain, named after what Apple's keychain does. A suite checks all of them
/// against a keychain of its own:
///
///     @Test(arguments: KeychainRule.all) func `The rule holds`(_ rule: KeychainRule) throws {
///       try rule.check(KeychainUnderTest(...))
///     }
package struct KeychainRule: Sendable, CustomStringConvertible {
  package let description: String
  private let body: @Sendable (KeychainRuleContext) throws -> Void

  init(_ description: String, _ body: @escaping @Sendable (KeychainRuleContext) throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Throws a `Violation`, or what a call failed with. The keychain is empty before, and not used again.
  package func check(_ keychain: KeychainUnderTest) throws {
    try body(KeychainRuleContext(keychain))
  }

  package static let all =
    attributes + queries + adding + finding + results + updating + deleting + statuses + groups + locking + passcodes
    + authentication + identities + references + synchronization
}

/// What a keychain does not do as it should.
package struct Violation: Error, CustomStringConvertible {
  package let description: String
  init(_ description: String) { self.description = description }
}
