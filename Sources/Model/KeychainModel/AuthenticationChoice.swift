// SPDX-License-Identifier: Apache-2.0

/// How a call goes about items that somebody must authenticate for.
package struct AuthenticationChoice: Sendable, Equatable {
  package enum Prompt: UInt8, Sendable, CaseIterable {
    case allow = 1
    /// `errSecInteractionNotAllowed` rather than a prompt.
    case fail = 2
    /// Such items are left out.
    case skip = 3
  }

  /// `kSecUseAuthenticationUI`.
  package var prompt: Prompt
  /// Stands for an `LAContext` that may have been evaluated; what it proves is for the authorizer to say.
  package var context: AuthenticationContext?
  /// Why, in words for the person asked.
  package var reason: String?

  /// An unlock of the device not longer ago than this is proof enough, where there is a context.
  package var reuseSeconds: UInt16

  package init(
    prompt: Prompt = .allow, context: AuthenticationContext? = nil, reason: String? = nil, reuseSeconds: UInt16 = 0
  ) {
    self.prompt = prompt
    self.context = context
    self.reason = reason
    self.reuseSeconds = reuseSeconds
  }

  /// The same where nobody is to be asked any more.
  package var withoutQuestion: AuthenticationChoice {
    var choice = self
    if choice.prompt == .allow { choice.prompt = .fail }
    return choice
  }
}

extension KeychainStatus {
  /// A question ended with this: the person refused, could not answer it, or a lock took it back.
  package var endsQuestions: Bool { self == .userCanceled || self == .authFailed }
}

/// An opaque token: nothing about it can be told but whether it is the same.
package struct AuthenticationContext: Sendable, Hashable {
  package static let longest = 64
  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard (1...Self.longest).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }
}
