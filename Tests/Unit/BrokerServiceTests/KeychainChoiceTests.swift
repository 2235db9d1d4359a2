// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import KeychainModel
import Testing

@testable import BrokerService

@Suite struct KeychainChoiceTests {
  @Test func `Only the command line picks a keychain by its name`() throws {
    let name = try #require(KeychainName("build.keychain"))
    for kind in [KeychainKind.dataProtection, .file] {
      for role in CallerRole.allCases { #expect(kind.isOpen(to: role)) }
    }
    for name in [name, .login] {
      #expect(KeychainKind.named(name).isOpen(to: .commandLine))
      #expect(!KeychainKind.named(name).isOpen(to: .program))
    }
  }
}
