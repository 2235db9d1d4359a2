// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// A receipt that is about to be issued ("Assessing fraud risk").
package struct IssuedReceipt: Sendable {
  package let appID: String
  /// The certificate of the attested key, DER.
  package let certificate: [UInt8]
  package let clientDataHash: [UInt8]
  package let environment: AppEnvironment
  /// The risk metric, with which the receipt is one of a later exchange; nil for that of an attestation.
  package let risk: Int?

  /// How long a receipt is good, in seconds.
  package static let lifetime = 90 * 86_400
  /// How long no other one is given for a receipt of an exchange, in seconds.
  package static let pause = 86_400

  package init(
    appID: String, certificate: [UInt8], clientDataHash: [UInt8], _ environment: AppEnvironment, risk: Int? = nil
  ) {
    (self.appID, self.certificate, self.clientDataHash) = (appID, certificate, clientDataHash)
    (self.environment, self.risk) = (environment, risk)
  }

  func receipt(at time: Int) -> AppReceipt {
    let kind = risk == nil ? AppReceipt.Kind.attestation : .renewal
    var fields: [AppReceipt.Field] = [
      .init(AppReceipt.Number.appID, Array(appID.utf8)), .init(AppReceipt.Number.certificate, certificate),
      .init(AppReceipt.Number.clientDataHash, clientDataHash),
      .init(AppReceipt.Number.token, Array(SystemRandom.bytes(64).base64.utf8)),
      .init(AppReceipt.Number.kind, Array(kind.rawValue.utf8)),
      .init(AppReceipt.Number.environment, Array(environment.rawValue.utf8)),
      .init(AppReceipt.Number.created, Array(ReceiptTime.text(time).utf8)),
    ]
    if let risk {
      fields.append(.init(AppReceipt.Number.risk, Array(String(risk).utf8)))
      fields.append(.init(AppReceipt.Number.notBefore, Array(ReceiptTime.text(time + Self.pause).utf8)))
    }
    fields.append(.init(AppReceipt.Number.expires, Array(ReceiptTime.text(time + Self.lifetime).utf8)))
    return AppReceipt(fields)
  }
}
