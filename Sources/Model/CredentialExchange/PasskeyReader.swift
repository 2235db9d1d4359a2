// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import KeyFormats
import PasskeyItems
import PasskeyKeys
import SecretMemory

/// Reads one passkey of an exchange. Private parts go from the text to secret memory, and nowhere else.
struct PasskeyReader {
  private let credential: ExchangeOutline
  private let item: ExchangeOutline

  init(_ credential: ExchangeOutline, of item: ExchangeOutline) {
    self.credential = credential
    self.item = item
  }

  func passkey(
    in text: Span<UInt8>, _ inflate: ([UInt8], Int) -> [UInt8]?
  ) throws(LeftOutPasskey.Failure) -> ExchangedPasskey {
    let id = try bytes("credentialId", 1...StoredPasskey.longestCredential, text)
    let party = try string("rpId", text)
    guard Self.isHost(party) else { throw .init(.member("rpId")) }
    let handle = try bytes("userHandle", 1...StoredPasskey.longestUserHandle, text)
    let (user, display) = (try string("username", text), try string("userDisplayName", text))
    let key = try key(text)
    let parts = try parts(key, text)
    return ExchangedPasskey(
      credential: id, relyingParty: party, userHandle: handle, userName: StoredPasskey.fitting(user),
      displayName: StoredPasskey.fitting(display),
      title: StoredPasskey.fitting(item["title"]?.string(in: text) ?? ""),
      created: item["creationAt"]?.number(in: text), publicKey: key.publicKey.x963, parts: parts,
      largeBlob: try blob(text, inflate))
  }

  /// A host as it is written in origins: labels of small letters, digits and hyphens.
  private static func isHost(_ party: String) -> Bool {
    let labels = party.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return party.utf8.count <= StoredPasskey.longestRelyingParty
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
          }
      }
  }

  private func key(_ text: Span<UInt8>) throws(LeftOutPasskey.Failure) -> ECPrivateKey {
    guard let der = credential["key"]?.secret(in: text) else { throw .init(.member("key")) }
    let material: PrivateKeyMaterial
    do throws(KeyFormatError) {
      material = try der.withBytes { (der) throws(KeyFormatError) in try PrivateKeyMaterial(pkcs8: der) }
    } catch {
      throw .init(error == .unsupported ? .algorithm : .member("key"))
    }
    guard case .ec(let key) = material, key.curve == .p256 else { throw .init(.algorithm) }
    return key
  }

  /// The private parts of a passkey. Without seeds in the file they are new: then the site never asked for what they
  /// give.
  private func parts(_ key: ECPrivateKey, _ text: Span<UInt8>) throws(LeftOutPasskey.Failure) -> SecretBytes {
    guard let scalar = try? key.scalar() else { throw .init(.member("key")) }
    let found: SecretBytes?
    switch credential["fido2Extensions"]?["hmacCredentials"] {
    case nil, .null:
      found = PasskeyParts.joined(
        scalar: scalar, verifiedSeed: SystemRandom.secret(PasskeyParts.partSize),
        presentSeed: SystemRandom.secret(PasskeyParts.partSize))
    case let seeds?:
      guard seeds["algorithm"]?.string(in: text) == "hmac-sha256",
        let verified = seeds["credWithUV"]?.secret(in: text), let present = seeds["credWithoutUV"]?.secret(in: text)
      else { throw .init(.member("hmacCredentials")) }
      found = PasskeyParts.joined(scalar: scalar, verifiedSeed: verified, presentSeed: present)
    }
    guard let found else { throw .init(.member("hmacCredentials")) }
    return found
  }

  private func blob(
    _ text: Span<UInt8>, _ inflate: ([UInt8], Int) -> [UInt8]?
  ) throws(LeftOutPasskey.Failure) -> [UInt8] {
    switch credential["fido2Extensions"]?["largeBlob"] {
    case nil, .null: return []
    case let blob?:
      guard let size = blob["uncompressedSize"]?.number(in: text), let data = blob["data"]?.bytes(in: text) else {
        throw .init(.member("largeBlob"))
      }
      guard size <= StoredPasskey.longestBlob else { throw .init(.largeBlob) }
      if size == 0 { return [] }
      guard let found = inflate(data, Int(size)) else { throw .init(.member("largeBlob")) }
      return found
    }
  }

  // MARK: - Members

  private func string(_ name: String, _ text: Span<UInt8>) throws(LeftOutPasskey.Failure) -> String {
    guard let value = credential[name]?.string(in: text) else { throw .init(.member(name)) }
    return value
  }

  private func bytes(
    _ name: String, _ sizes: ClosedRange<Int>, _ text: Span<UInt8>
  ) throws(LeftOutPasskey.Failure) -> [UInt8] {
    guard let value = credential[name]?.bytes(in: text), sizes.contains(value.count) else {
      throw .init(.member(name))
    }
    return value
  }
}
