// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import BrokerClient
import BrokerMessages
import Clocks
import CryptoPrimitives
import DERCoding
import KeyFormats
import KeychainModel
import PromptModel
import ProtectionModel
import SecretMemory
import TerminalConsole
import X509Certificates

/// The authority of an instance and its developers' keys, as the keychain of `bailey` keeps them.
struct SigningKeys {
  let client: BrokerClient

  /// An authority: its key is the enclave's.
  struct Authority {
    let certificate: [UInt8]
    let name: String
    let key: EnclaveKey
  }

  struct Developer {
    let name: String
    let certificate: [UInt8]
    /// The authority's.
    let issuer: [UInt8]
    /// PKCS #8.
    let key: SecretData
    var publisher: Publisher {
      (try? Certificate(certificate.span)).map { Publisher(publicKey: $0.publicKeyBits.span) } ?? .adHoc
    }
  }

  private static let authorityService = "bailey app ca"
  private static let developerService = "bailey app certificate"
  private static let authorityLife = 20 * 365 * 86400
  private static let developerLife = 5 * 365 * 86400

  // MARK: - The authority

  func authority() throws(CommandFailure) -> Authority? {
    guard let item = try items(Self.authorityService, account: nil).first, let data = item.data,
      let parts = Self.parts(of: data), let key = parts.key.withBytes({ EnclaveKey(encoded: $0) }),
      let certificate = parts.certificates.first, let name = (try? Certificate(certificate.span))?.commonName
    else { return nil }
    return Authority(certificate: certificate, name: name, key: key)
  }

  /// Stores an authority that was made and is trusted.
  func keep(_ authority: Authority) throws(CommandFailure) {
    let key = authority.key.encoded
    try store(key.span, [authority.certificate], Self.authorityService, account: authority.name)
  }

  /// Makes an authority, which is nobody's until it is kept.
  func makeAuthority() throws(CommandFailure) -> Authority {
    let key: EnclaveKey
    do throws(KeychainStatus) {
      key = try client.makeEnclaveKey(AccessControl(.whenUnlockedThisDeviceOnly), group: nil)
    } catch {
      throw .keychain(error)
    }
    let name = "Bailey Authority " + Hexadecimal.text(SystemRandom.bytes(4)).uppercased()
    let authority = IssuedCertificate(
      serialNumber: Self.serialNumber, subject: name, unit: nil, issuer: name, from: Self.time(after: -86400),
      until: Self.time(after: Self.authorityLife), publicKey: key.publicKey, use: .authority)
    let certificate = try authority.encoded { (digest) throws(CommandFailure) in try sign(digest, key) }
    return Authority(certificate: certificate, name: name, key: key)
  }

  private func sign(_ digest: [UInt8], _ key: EnclaveKey) throws(CommandFailure) -> [UInt8] {
    do {
      return try client.sign(digest, with: key, AuthenticationChoice())
    } catch {
      switch error {
      case .status(let status): throw .keychain(status)
      case .authentication(let refusal): throw .broker(.refused(.authentication(refusal)))
      }
    }
  }

  // MARK: - Developers

  /// The developers of this name, or all.
  func developers(_ name: String?) throws(CommandFailure) -> [Developer] {
    try items(Self.developerService, account: name).compactMap { item in
      guard let data = item.data, let parts = Self.parts(of: data), parts.certificates.count == 2,
        case .string(let account) = item.attributes?[.account]
      else { return nil }
      return Developer(
        name: account, certificate: parts.certificates[0], issuer: parts.certificates[1], key: parts.key)
    }
  }

  func makeDeveloper(
    _ name: String, _ allowed: [String]?, by authority: Authority
  ) throws(CommandFailure) -> Developer {
    let key: PrivateKeyMaterial
    let secret: SecretBytes
    let point: [UInt8]
    do {
      let fresh = try ECPrivateKey(.p256)
      key = .ec(fresh)
      point = fresh.publicKey.x963
      secret = try key.pkcs8()
    } catch {
      throw .keychain(.internalError)
    }
    var developer = IssuedCertificate(
      serialNumber: Self.serialNumber, subject: name, unit: Publisher(publicKey: point.span).team,
      issuer: authority.name, from: Self.time(after: -86400), until: Self.time(after: Self.developerLife),
      publicKey: point, use: .codeSigning)
    developer.allowedEntitlements = allowed
    let certificate = try developer.encoded { (digest) throws(CommandFailure) in try sign(digest, authority.key) }
    let kept = SecretData(secret)
    try kept.withBytes { (bytes) throws(CommandFailure) in
      try store(bytes, [certificate, authority.certificate], Self.developerService, account: name)
    }
    return Developer(name: name, certificate: certificate, issuer: authority.certificate, key: kept)
  }

  private static var serialNumber: [UInt8] {
    // Positive and without a leading zero octet.
    [0x40 | SystemRandom.bytes(1)[0] & 0x3F] + SystemRandom.bytes(15)
  }

  private static func time(after seconds: Int) -> DERTime {
    guard let time = DERTime(secondsSince1970: WallClock.seconds + seconds) else {
      preconditionFailure("the clock is thousands of years ahead")
    }
    return time
  }

  // MARK: - Items

  private func items(_ service: String, account: String?) throws(CommandFailure) -> [ItemResult] {
    var attributes: ItemAttributes = [.service: .string(service)]
    if let account { attributes[.account] = .string(account) }
    let options = RequestOptions(returns: [.data, .attributes], limit: .all)
    do {
      return try client.find(ItemQuery(.genericPassword, attributes, options: options))
    } catch .itemNotFound {
      return []
    } catch {
      throw .keychain(error)
    }
  }

  private func store(
    _ key: Span<UInt8>, _ certificates: [[UInt8]], _ service: String, account: String
  ) throws(CommandFailure) {
    let head = certificates.flatMap { Self.number($0.count) + $0 }
    let whole = SecretBytes(count: 1 + head.count + key.count) { target in
      target[0] = UInt8(certificates.count)
      for index in head.indices { target[1 + index] = head[index] }
      for index in key.indices { target[1 + head.count + index] = key[index] }
    }
    let addition = ItemAddition(
      .genericPassword, [.service: .string(service), .account: .string(account)], data: SecretData(whole))
    do { _ = try client.add(addition) } catch .duplicateItem {
      throw .particular(
        "There is a certificate of this name already.\nTry: bailey app sign --as '\(account)' BUNDLE", .failed)
    } catch {
      throw .keychain(error)
    }
  }

  /// How many certificates (1), each after its length (4), then the key.
  private static func parts(of data: SecretData) -> (certificates: [[UInt8]], key: SecretData)? {
    data.withBytes { bytes in
      guard bytes.count > 0 else { return nil }
      var (certificates, offset) = ([[UInt8]](), 1)
      for _ in 0..<Int(bytes[0]) {
        guard bytes.count >= offset + 4 else { return nil }
        let count = (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
        guard bytes.count >= offset + 4 + count else { return nil }
        certificates.append((0..<count).map { bytes[offset + 4 + $0] })
        offset += 4 + count
      }
      guard !certificates.isEmpty else { return nil }
      return (certificates, SecretData(copying: bytes.extracting(offset..<bytes.count)))
    }
  }

  private static func number(_ count: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * (3 - $0))) }
  }
}
