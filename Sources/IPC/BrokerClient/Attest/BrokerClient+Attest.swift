// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
import BrokerMessages
package import PromptModel

// Keys with which apps prove to their servers that they are those apps.

extension BrokerClient {
  /// Returns where something can be attested for this process.
  package func checkAttestation() throws(BrokerClientError) {
    guard case .done = try exchange(.attest(.support)) else { throw .unexpectedReply }
  }

  /// The identifier of a new key.
  package func makeAttestKey() throws(BrokerClientError) -> [UInt8] {
    guard case .attest(.key(let id)) = try exchange(.attest(.makeKey)) else { throw .unexpectedReply }
    return id
  }

  package func attest(_ id: [UInt8], clientDataHash: [UInt8]) throws(BrokerClientError) -> [UInt8] {
    try object(.attest(id, clientDataHash: clientDataHash))
  }

  package func assert(_ id: [UInt8], clientDataHash: [UInt8]) throws(BrokerClientError) -> [UInt8] {
    try object(.assert(id, clientDataHash: clientDataHash))
  }

  /// Returns where an organisation's issuer knows this machine.
  package func checkDevice() throws(BrokerClientError) {
    guard case .done = try exchange(.attest(.deviceSupport)) else { throw .unexpectedReply }
  }

  /// A token by which the app's server asks the issuer about this machine.
  package func deviceToken() throws(BrokerClientError) -> [UInt8] { try object(.deviceToken) }

  private func object(_ request: AttestRequest) throws(BrokerClientError) -> [UInt8] {
    guard case .attest(.object(let object)) = try exchange(.attest(request)) else { throw .unexpectedReply }
    return object
  }

  /// The report of App Attest; only `bailey` may ask, here and below.
  package func attestReport() throws(BrokerClientError) -> AttestReport {
    guard case .attest(.report(let report)) = try exchange(.attest(.report)) else { throw .unexpectedReply }
    return report
  }

  /// The root certificate of App Attest, in DER.
  package func attestRoot() throws(BrokerClientError) -> [UInt8] { try object(.root) }

  /// How many keys the app had, by its application identifier.
  package func resetAttestKeys(of appID: String) throws(BrokerClientError) -> Int {
    guard case .attest(.removed(let count)) = try exchange(.attest(.reset(appID))) else { throw .unexpectedReply }
    return Int(count)
  }

  /// Has an organisation's issuer vouch for keys from now on. `proof` is of `ProofPurpose.chooseIssuer`, here and below.
  package func enrol(_ enrolment: IssuerEnrolment, provedAs proof: QuestionNumber?) throws(BrokerClientError) {
    guard case .done = try exchange(.attest(.enrol(enrolment.text, proof))) else { throw .unexpectedReply }
  }

  package func leaveIssuer(provedAs proof: QuestionNumber?) throws(BrokerClientError) {
    guard case .done = try exchange(.attest(.leaveIssuer(proof))) else { throw .unexpectedReply }
  }

  /// The issuer at which this machine is enrolled; nil where this instance vouches itself.
  package func issuerEnrolment() throws(BrokerClientError) -> IssuerEnrolment? {
    guard case .attest(.enrolment(let text)) = try exchange(.attest(.enrolment)) else { throw .unexpectedReply }
    if text.isEmpty { return nil }
    guard let enrolment = IssuerEnrolment(text) else { throw .unexpectedReply }
    return enrolment
  }
}
