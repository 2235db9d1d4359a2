// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import DERCoding
import Foundation
import KeyFormats
import Security
import Testing

/// A certificate to a P-256 key, issued by somebody: the keychain does not look at signatures.
func certificate(of key: SecKey, serial: Int, issuer: String = "Issuer") throws -> SecCertificate {
  let publicKey = try #require(SecKeyCopyPublicKey(key))
  let copied = SecKeyCopyExternalRepresentation(publicKey, nil)
  let point = [UInt8](try #require(copied) as Data)
  let info = PublicKeyMaterial.ec(try ECPublicKey(.p256, x963: point.span)).spki
  let algorithm = OID(1, 2, 840, 10045, 4, 3, 2)
  var writer = DERWriter()
  writer.append { certificate in
    certificate.append { fields in
      fields.append(.context(0)) { $0.append(2) }
      fields.append(serial)
      fields.append { $0.append(algorithm) }
      fields.append { name(issuer, &$0) }
      fields.append { validity in
        for year in [2026, 2036] {
          DERTime(year: year, month: 1, day: 1, hour: 0, minute: 0, second: 0).map { validity.append($0) }
        }
      }
      fields.append { name("Me", &$0) }
      fields.append(encoded: info.span)
    }
    certificate.append { $0.append(algorithm) }
    let signature: [UInt8] = [0]
    certificate.append(bits: signature.span)
  }
  let made = SecCertificateCreateWithData(nil, Data(writer.bytes()) as NSData)
  return try #require(made)
}

/// The inside of a name that is a common name alone.
private func name(_ text: String, _ writer: inout DERWriter) {
  writer.append(.set) { set in
    set.append { attribute in
      attribute.append(OID(2, 5, 4, 3))
      attribute.append(text)
    }
  }
}
