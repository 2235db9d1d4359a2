// SPDX-License-Identifier: Apache-2.0
import WebForms

/// The form that the browser brings back from the provider, before anything of it is believed.
package struct CallbackForm: Sendable, Equatable {
  package let state: String
  package let outcome: Outcome
  package let user: SignInUser?

  package enum Outcome: Sendable, Equatable {
    case code(String, token: String?)
    case cancelled
    /// Another error than the protocol has.
    case error(String)
  }

  package enum Defect: Error, Sendable, Equatable { case unreadable, fieldTwice(String), fieldMissing(String) }

  package static let largest = 32 << 10
  /// The word for somebody who went back.
  package static let cancellation = "user_cancelled_authorize"

  package init(_ body: [UInt8]) throws(Defect) {
    guard body.count <= Self.largest, let fields = try? FormFields(decoding: body) else { throw .unreadable }
    if let name = fields.repeated.first { throw .fieldTwice(name) }
    guard let state = fields["state"], !state.isEmpty else { throw .fieldMissing("state") }
    self.state = state
    user = fields["user"].flatMap { SignInUser($0) }
    if let error = fields["error"] {
      outcome = error == Self.cancellation ? .cancelled : .error(String(error.prefix(100)))
      return
    }
    guard let code = fields["code"], !code.isEmpty else { throw .fieldMissing("code") }
    outcome = .code(code, token: fields["id_token"])
  }
}
