// SPDX-License-Identifier: Apache-2.0
import AppModel
import CallerIdentity
import CryptoPrimitives
import PromptModel
import SecretMemory

/// The state of the enrolled fingers as one app is told it: another one in each app, so that two of them do not know by it that they
/// run for the same person.
final class AppFingers: Sendable {
  private static let label = Array("Bailey: fingers for an app, 1\n".utf8)
  private let key: SecretBytes

  init(key: consuming SecretBytes) { self.key = key }

  /// The key of an instance that cannot keep one: what apps are told changes with each start.
  static func forThisStart() -> AppFingers { AppFingers(key: SystemRandom.secret(HMACSHA256.size)) }

  func state(_ state: BiometryState, for app: AppIdentity) -> BiometryState {
    switch state {
    case .unavailable, .notEnrolled: state
    case .lockedOut(let set): told(set, app).map { .lockedOut($0) } ?? .unavailable
    case .ready(let set): told(set, app).map { .ready($0) } ?? .unavailable
    }
  }

  private func told(_ set: FingerSet, _ app: AppIdentity) -> FingerSet? {
    // A program without an identifier has a group of its own; processes that hide their executable are told apart from nobody.
    let name = app.access.identifier ?? app.access.groups.first ?? ""
    // The set has one length, so that no two messages have the same bytes.
    let message = Self.label + set.bytes + Array(name.utf8)
    return FingerSet(HMACSHA256.authenticate(message.span, key: key))
  }
}
