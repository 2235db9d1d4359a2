// SPDX-License-Identifier: Apache-2.0
public import AppleFoundation
package import PromptModel
import Dispatch
public import Foundation
public import Security

// Unsafe because Apple's signatures are: an error is handed out through a pointer.

/// A question who is at the device, which keeps the answer until it is invalidated.
///
/// The question is asked by an agent of Bailey, never in this process: the passcode does not come near an app.
open class LAContext: NSObject {
  let state = ContextState()

  /// A context in which nothing is proved yet.
  public override init() { super.init() }

  /// The service that asks; what a test puts in its place.
  @TaskLocal package static var replacement: (any AuthenticationService)?

  // MARK: - What is shown, and how it is gone about

  /// Why an item of the keychain is asked for in this context.
  open var localizedReason: String {
    get { state.read { $0.reason } }
    set { state.change { $0.reason = newValue } }
  }

  /// The word for another way to authenticate. There is no other way here, so it is not shown.
  open var localizedFallbackTitle: String? {
    get { state.read { $0.fallbackTitle } }
    set { state.change { $0.fallbackTitle = newValue } }
  }

  /// The word on the button that refuses.
  open var localizedCancelTitle: String? {
    get { state.read { $0.cancelTitle } }
    set { state.change { $0.cancelTitle = newValue } }
  }

  /// Whether a request is refused where somebody would have to be asked.
  open var interactionNotAllowed: Bool {
    get { state.read { $0.interactionNotAllowed } }
    set { state.change { $0.interactionNotAllowed = newValue } }
  }

  /// Seconds for which an unlock of the device is proof enough; 300 at most.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
    get { state.read { $0.reuseDuration } }
    set { state.change { $0.reuseDuration = newValue } }
  }

  /// Fingerprints, once `canEvaluatePolicy` was called and where fprintd has a sensor.
  ///
  /// https://developer.apple.com/documentation/localauthentication/lacontext/biometrytype
  open var biometryType: LABiometryType { state.read { $0.biometry == .unavailable ? .none : .touchID } }

  /// The state of the fingers that are enrolled, once a policy was looked at or evaluated: 32 bytes, which are others for another set, and in another app.
  /// Nil where there are none. fprintd tells fingers by their names: one that is enrolled anew under its own name is no change.
  ///
  /// https://developer.apple.com/documentation/localauthentication/lacontext/evaluatedpolicydomainstate
  open var evaluatedPolicyDomainState: Data? { state.read { $0.biometry.fingers.map { Data($0.bytes) } } }

  /// The number of wrong tries Apple's first version let an app choose. Without an effect, as there.
  open var maxBiometryFailures: NSNumber?

  // MARK: - Credentials

  /// Refuses a password of the app: no item of this system is protected by one, and none is kept here.
  ///
  /// - Parameters:
  ///   - credential: Not looked at.
  ///   - type: Not looked at.
  /// - Returns: False.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool { false }

  /// Whether the app has given a password: it cannot.
  ///
  /// - Parameter type: Not looked at.
  /// - Returns: False.
  @discardableResult
  open func isCredentialSet(_ type: LACredentialType) -> Bool { false }

  // MARK: - Policies

  /// Whether the policy can be evaluated at all. Nobody is asked.
  ///
  /// https://developer.apple.com/documentation/localauthentication/lacontext/canevaluatepolicy(_:error:)
  /// - Parameters:
  ///   - policy: What would be asked for.
  ///   - error: Receives the `LAError`: `.passcodeNotSet`; `.biometryNotAvailable`, `.biometryNotEnrolled` and
  ///     `.biometryLockout` for policies of biometry alone; `.invalidContext`, `.notInteractive` where nobody can be asked; may be nil.
  /// - Returns: True where `evaluatePolicy` would ask, or need not.
  @discardableResult
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    guard let obstacle = state.obstacle(to: policy, by: Authentication.service) else { return true }
    unsafe error?.pointee = obstacle._nsError
    return false
  }

  /// Asks the person, unless the context proves enough already.
  ///
  /// https://developer.apple.com/documentation/localauthentication/lacontext/evaluatepolicy(_:localizedreason:reply:)
  /// - Parameters:
  ///   - policy: What is asked for.
  ///   - localizedReason: Why, in words for the person asked.
  ///   - reply: Called once, on a global queue, with true, or with false and an `LAError`: `.authenticationFailed`,
  ///     `.userCancel`, `.systemCancel`, `.appCancel` after `invalidate`, and what `canEvaluatePolicy` gives.
  @preconcurrency
  open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    evaluate(policy, policy.isForBiometry ? .biometry : .any, localizedReason, reply)
  }

  private func evaluate(
    _ policy: LAPolicy, _ factor: AuthenticationQuestion.Factor, _ reason: String,
    _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let service = Authentication.service
    DispatchQueue.global(qos: .userInitiated).async { [state] in
      let error = state.evaluate(policy, factor, reason, by: service)
      reply(error == nil, error)
    }
  }

  /// Asks the person, unless the context proves enough already.
  ///
  /// https://developer.apple.com/documentation/localauthentication/lacontext/evaluatepolicy(_:localizedreason:reply:)
  /// - Parameters:
  ///   - policy: What is asked for.
  ///   - localizedReason: Why, in words for the person asked.
  /// - Returns: True: a refusal is thrown.
  /// - Throws: `LAError`: `.authenticationFailed`, `.userCancel`, `.systemCancel`, `.appCancel` after `invalidate`, and
  ///   what `canEvaluatePolicy` gives.
  @discardableResult
  nonisolated(nonsending) open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluatePolicy(policy, localizedReason: localizedReason) { done, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: done) }
      }
    }
  }

  /// Asks for what an access control wants shown.
  ///
  /// https://developer.apple.com/documentation/localauthentication/lacontext/evaluateaccesscontrol(_:operation:localizedreason:reply:)
  /// - Parameters:
  ///   - accessControl: The access control whose constraints are to be met.
  ///   - operation: Not looked at: all uses want the same shown.
  ///   - localizedReason: Why, in words for the person asked.
  ///   - reply: Called once, on a global queue, with true, or with false and an `LAError`: `.authenticationFailed`,
  ///     `.userCancel`, `.systemCancel`, `.appCancel` after `invalidate`, and what `canEvaluatePolicy` gives for the
  ///     policy that meets the constraints.
  @preconcurrency
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    guard accessControl.needsAuthentication else { return DispatchQueue.global().async { reply(true, nil) } }
    switch (accessControl.isMetByPasscode, accessControl.isMetByFinger) {
    case (true, true): evaluatePolicy(.deviceOwnerAuthentication, localizedReason: localizedReason, reply: reply)
    case (true, false): evaluate(.deviceOwnerAuthentication, .passcode, localizedReason, reply)
    case (false, true):
      evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: localizedReason, reply: reply)
    case (false, false): DispatchQueue.global().async { reply(false, LAError.noOtherFactor) }
    }
  }

  /// Asks for what an access control wants shown.
  ///
  /// https://developer.apple.com/documentation/localauthentication/lacontext/evaluateaccesscontrol(_:operation:localizedreason:reply:)
  /// - Parameters:
  ///   - accessControl: The access control whose constraints are to be met.
  ///   - operation: Not looked at: all uses want the same shown.
  ///   - localizedReason: Why, in words for the person asked.
  /// - Returns: True: a refusal is thrown.
  /// - Throws: `LAError`: `.authenticationFailed`, `.userCancel`, `.systemCancel`, `.appCancel` after `invalidate`, and
  ///   what `canEvaluatePolicy` gives for the policy that meets the constraints.
  @discardableResult
  nonisolated(nonsending) open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluateAccessControl(accessControl, operation: operation, localizedReason: localizedReason) { done, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: done) }
      }
    }
  }

  // MARK: - The end

  /// Takes a question back and forgets what was proved; the context is of no use from then on.
  ///
  /// https://developer.apple.com/documentation/localauthentication/lacontext/invalidate()
  open func invalidate() {
    state.change { $0.isInvalidated = true }
    state.forget()
  }
}
