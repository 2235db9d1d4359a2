// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Times calls as programs written for Apple's systems make them; `bailey bench keychain` runs it.
///
///     keychain-timing find ITEMS    microseconds that finding one of so many items with its secret takes, the median
///     keychain-timing sign          signatures a second with a key of the enclave
///     keychain-timing import BITS   milliseconds that making an RSA private key of its bytes takes, the median
@main enum KeychainTiming {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.dropFirst().first.flatMap { Int($0) }) {
    case ("find", let items?) where items > 0: print(try find(oneOf: items))
    case ("sign", nil): print(try sign())
    case ("import", let bits?) where bits > 0: print(try importKey(bits: bits))
    default:
      FileHandle.standardError.write(Data("Usage: keychain-timing find ITEMS | sign | import BITS\n".utf8))
      exit(64)
    }
  }

  private static let service = "keychain-timing"

  private static func find(oneOf items: Int) throws -> Double {
    defer { SecItemDelete([kSecClass: kSecClassGenericPassword, kSecAttrService: service] as CFDictionary) }
    for number in 0..<items {
      let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "account \(number)",
        kSecAttrLabel: "Item \(number)", kSecValueData: Data("correct horse battery staple \(number)".utf8),
      ]
      try check(SecItemAdd(item as CFDictionary, nil))
    }
    let times = try (0..<4000).map { round in
      let account = "account \(round &* 7919 % items)"
      return try seconds {
        let query: [CFString: Any] = [
          kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
          kSecReturnData: true,
        ]
        var result: CFTypeRef?
        try check(SecItemCopyMatching(query as CFDictionary, &result))
        guard result is Data else { throw Failure(status: errSecInternalComponent) }
      }
    }
    return times.sorted()[times.count / 2] * 1_000_000
  }

  private static func sign() throws -> Double {
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
    ]
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil) else {
      throw Failure(status: errSecNotAvailable)
    }
    let digest = Data((0..<32).map { UInt8($0) }) as CFData
    func sign() throws {
      let signature = SecKeyCreateSignature(key, .ecdsaSignatureDigestX962SHA256, digest, nil)
      if signature == nil { throw Failure(status: errSecInternalComponent) }
    }
    for _ in 0..<500 { try sign() }
    let count = 20_000
    return Double(count) / (try seconds { for _ in 0..<count { try sign() } })
  }

  private static func importKey(bits: Int) throws -> Double {
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: bits, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
    ]
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil),
      let bytes = SecKeyCopyExternalRepresentation(key, nil)
    else { throw Failure(status: errSecNotAvailable) }
    let times = try (0..<50).map { _ in
      try seconds {
        guard SecKeyCreateWithData(bytes, attributes as CFDictionary, nil) != nil else {
          throw Failure(status: errSecInternalComponent)
        }
      }
    }
    return times.sorted()[times.count / 2] * 1000
  }

  // MARK: - Parts

  struct Failure: Error { let status: OSStatus }

  private static func check(_ status: OSStatus) throws {
    if status != errSecSuccess { throw Failure(status: status) }
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
