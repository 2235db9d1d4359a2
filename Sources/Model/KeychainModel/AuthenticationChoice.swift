// SPDX-License-Identifier: Apache-2.0

/// How a call treats items that need authentication.
package struct AuthenticationChoice: Sendable, Equatable {
  package enum Prompt: UInt8, Sendable, CaseIterable {
    case allow = 1
    /// The call fails with `errSecInteractionNotAllowed` rather than prompt.
    case fail = 2
    /// Items that need authentication are left out.
    case skip = 3
  }

  /// `kSecUseAuthenticationUI`.
  package var prompt: Prompt
  /// The token of an `LAContext`. The authorizer knows whether it was evaluated, and what it proves.
  package var context: AuthenticationContext?
  /// The reason that the person is shown.
  package var reason: String?

  /// The age in seconds up to which an unlock of the device counts as authentication, with a context.
  package var reuseSeconds: UInt16

  package init(
    prompt: Prompt = .allow, context: AuthenticationContext? = nil, reason: String? = nil, reuseSeconds: UInt16 = 0
  ) {
    self.prompt = prompt
    self.context = context
    self.reason = reason
    self.reuseSeconds = reuseSeconds
  }

  /// The same choice, without asking the person.
  package var withoutQuestion: AuthenticationChoice {
    var choice = self
    if choice.prompt == .allow { choice.prompt = .fail }
    return choice
  }
}

extension KeychainStatus {
  /// Whether a question ended with this status: the person refused or could not answer, or a lock withdrew the question.
  package var endsQuestions: Bool { self == .userCanceled || self == .authFailed }
}

/// An opaque token, which can only be compared with another one.
package struct AuthenticationContext: Sendable, Hashable {
  package static let longest = 64
  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard (1...Self.longest).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }
}
