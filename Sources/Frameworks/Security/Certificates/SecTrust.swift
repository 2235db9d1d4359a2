// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import CoreFoundation
import SecurityConstants
import Threads
import X509Certificates

/// A certificate with what it is evaluated by.
/// Unchecked because `NSObject` is not said to be sendable; what changes is under a lock.
public final class SecTrust: NSObject, CFTypeIdentified, @unchecked Sendable {
  private let state: Locked<State>

  struct State: Sendable {
    var certificates: [SecCertificate]
    var policies: [SecPolicy]
    var anchors: [SecCertificate]?
    var anchorsOnly = true
    var date: Date?
    var fetchesFromNetwork = true
    /// The findings of the last evaluation; nil before the first one, and again when anything changes.
    var evaluation: TrustFindings?
    /// How often something has changed.
    var changes = 0
  }

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
    state = Locked(State(certificates: certificates, policies: policies))
  }

  /// The number of the type among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 5

  func read<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

  func change(_ body: (inout State) -> Void) {
    state.withLock {
      body(&$0)
      $0.evaluation = nil
      $0.changes += 1
    }
  }

  /// Evaluates once; what was found stays until something changes, also if that is while it is being found.
  func evaluate() -> TrustFindings {
    let before = read { $0 }
    if let evaluation = before.evaluation { return evaluation }
    let findings = TrustFindings(before)
    state.withLock { if $0.changes == before.changes { $0.evaluation = findings } }
    return findings
  }
}

/// The findings of an evaluation.
struct TrustFindings: Sendable {
  let chain: [SecCertificate]
  let defect: TrustAnswer.Defect?
  let date: Date

  init(_ state: SecTrust.State) {
    let decisive = TrustEvaluation.decisiveAnswer(state.policies.map { TrustQuestion(state, $0) })
    chain = (decisive?.chain ?? []).compactMap { SecCertificate($0.span) }
    defect = decisive?.defect
    date = state.date ?? Date()
  }
}

extension TrustQuestion {
  fileprivate init(_ state: SecTrust.State, _ policy: SecPolicy) {
    let seconds = (state.date ?? Date()).timeIntervalSince1970
    self.init(
      state.certificates.first?.certificate.encoded ?? [], at: Int(exactly: seconds.rounded(.down)) ?? Int(Int32.max))
    others = state.certificates.dropFirst().map { $0.certificate.encoded }
    anchors = (state.anchors ?? []).map { $0.certificate.encoded }
    trustsSystem = state.anchors == nil || !state.anchorsOnly
    purpose = policy.purpose
    host = policy.host
    requiresRevocationCheck = policy.revocation & kSecRevocationRequirePositiveResponse != 0
  }
}
