// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Clocks
import CryptoPrimitives
import JSONCoding
import KeyFormats
import KeychainModel
import X509Certificates

/// What a certificate says of itself. Nobody has checked who signed it.
struct CertificateFacts {
  private let certificate: Certificate

  init?(_ bytes: Span<UInt8>) {
    guard let certificate = try? Certificate(bytes) else { return nil }
    self.certificate = certificate
  }

  var json: JSONValue {
    .members([
      "subject": Self.name(certificate.subject), "issuer": Self.name(certificate.issuer),
      "from": .number(certificate.firstSecond), "until": .number(certificate.lastSecond),
      "now": .number(WallClock.seconds),
      "names": .strings(names), "key": .string(keyKind),
      "serial": .string(certificate.serialNumber.hexadecimal),
      "fingerprint": .string(SHA256.hash(certificate.encoded.span).hexadecimal),
    ])
  }

  private static let mostNames = 20

  private var names: [String] {
    (certificate.dnsNames + certificate.emailAddresses).prefix(Self.mostNames).map(VisibleWord.line)
  }

  /// The texts of a name from the last to the first, as names are read: the person, then the company, then the country.
  private static func name(_ name: DistinguishedName) -> JSONValue {
    let texts = name.attributes.reversed().prefix(mostNames).compactMap(\.text)
    return texts.isEmpty ? .null : .string(VisibleWord.line(texts.joined(separator: ", ")))
  }

  /// The algorithm and the bits; empty for one that Bailey does not know.
  private var keyKind: String {
    guard let key = certificate.publicKey else { return "" }
    if case .rsa = key { return "RSA \(key.bits)" }
    return "EC \(key.bits)"
  }
}

extension InstanceWatcher {
  func certificate(_ reference: PersistentReference) throws(ConsoleFailure) -> JSONValue {
    guard reference.itemClass == .certificate else { throw .badRequest }
    do throws(BrokerClientError) {
      let data = try broker.revealToOwner(reference)
      guard let facts = data?.withBytes({ CertificateFacts($0) }) ?? nil else { throw .unexpectedReply }
      return facts.json
    } catch {
      throw .broker(error)
    }
  }
}
