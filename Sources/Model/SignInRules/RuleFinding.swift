// SPDX-License-Identifier: Apache-2.0

/// A broken rule, with what was seen. What to do about it, the command line says.
package struct RuleFinding: Sendable, Equatable {
  package enum Rule: Sendable, Hashable {
    case secret(SecretRule)
    case request(RequestRule)
    case site(SiteRule)

    package var name: String {
      switch self {
      case .secret(let rule): rule.rawValue
      case .request(let rule): rule.rawValue
      case .site(let rule): rule.rawValue
      }
    }
  }

  /// Something that was seen, under a name such as `kid` or `secondsAgo`. Never a secret.
  package struct Fact: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    package init(_ name: String, _ value: Int) { self.init(name, String(value)) }
  }

  package let rule: Rule
  package let facts: [Fact]

  package init(_ rule: SecretRule, _ facts: Fact...) { (self.rule, self.facts) = (.secret(rule), facts) }
  package init(_ rule: RequestRule, _ facts: Fact...) { (self.rule, self.facts) = (.request(rule), facts) }

  package init(_ rule: SiteRule, _ facts: [Fact]) { (self.rule, self.facts) = (.site(rule), facts) }
  package init(_ rule: SiteRule, _ facts: Fact...) { (self.rule, self.facts) = (.site(rule), facts) }

  package func fact(_ name: String) -> String? { facts.first { $0.name == name }?.value }

  package var error: OAuthError {
    switch rule {
    case .secret: .invalidClient
    case .request(let rule): rule.error
    // What a provider answers where it sees it; most of it no provider sees.
    case .site(.secretRefused): .invalidClient
    case .site: .invalidRequest
    }
  }
}

extension [RuleFinding] {
  /// The error that is sent: that of the first finding.
  package var error: OAuthError? { first?.error }

  package var names: [String] { map(\.rule.name) }
}
