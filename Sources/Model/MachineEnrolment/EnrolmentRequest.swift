// SPDX-License-Identifier: Apache-2.0
import AppAttest
import CryptoPrimitives
package import JSONCoding
import WebAuthn

/// The request of a machine to be enrolled: which TPM it has, and the key that is to speak for it.
package struct EnrolmentRequest: Sendable {
  package let endorsementKey: EndorsementKey
  /// The certificate of the endorsement key, DER.
  package let certificate: [UInt8]?
  package let key: MachineKey

  package static let limits = JSONLimits(bytes: 32 << 10, depth: 2, values: 16)
  private static let longestCertificate = 8 << 10

  package init(endorsementKey: EndorsementKey, certificate: [UInt8]?, key: MachineKey) {
    (self.endorsementKey, self.certificate, self.key) = (endorsementKey, certificate, key)
  }

  package init(_ bytes: [UInt8]) throws(IssuerRefusal) {
    let (point, area): ([UInt8], [UInt8])
    do throws(FormError) {
      let form = try FormReader(bytes, Self.limits)
      (point, area) = (try form.anyBase64("endorsementKey"), try form.anyBase64("attestationKey"))
      certificate = try form.optionalBase64("endorsementCertificate")
    } catch { throw .malformed }
    guard let endorsementKey = EndorsementKey(point),
      (1...Self.longestCertificate).contains(certificate?.count ?? 1)
    else { throw .malformed }
    guard let key = MachineKey(area) else { throw .attestationKey }
    (self.endorsementKey, self.key) = (endorsementKey, key)
  }

  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("endorsementKey", .string(endorsementKey.octets.base64)), .init("attestationKey", .string(key.area.base64)),
    ]
    if let certificate { members.append(.init("endorsementCertificate", .string(certificate.base64))) }
    return .object(members)
  }

  /// The name of the endorsement key in an organisation's list.
  package var endorsement: [UInt8] { endorsementKey.fingerprint }
}
