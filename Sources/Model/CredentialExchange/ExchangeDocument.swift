// SPDX-License-Identifier: Apache-2.0
import SecretMemory

/// The contents of a file of the FIDO Alliance's Credential Exchange Format 1.0. Any bytes are accepted; what does not
/// belong there is refused, and of a passkey that cannot be taken the reason is told.
package struct ExchangeDocument: Sendable {
  /// The maximum size of a file in bytes.
  package static let largest = 8 << 20
  /// The version of the format that is read and written.
  package static let version = 1

  /// The program that wrote the document, by its own account.
  package let exporter: String
  package private(set) var passkeys: [ExchangedPasskey] = []
  package private(set) var leftOut: [LeftOutPasskey] = []
  /// Passwords and everything else that is no passkey.
  package private(set) var others = 0

  /// `inflate` opens what is deflated (RFC 1951) and has this size then, or gives nil.
  package init(_ text: Span<UInt8>, inflate: ([UInt8], Int) -> [UInt8]?) throws(ExchangeError) {
    guard text.count <= Self.largest else { throw .tooComplex }
    let outline = try ExchangeOutline(text)
    guard case .number(let major)? = outline["version"]?["major"], let accounts = outline["accounts"]?.elements,
      let number = Int(String(decoding: major.map { text[$0] }, as: UTF8.self))
    else { throw .notAnExchange }
    // A higher minor number only adds.
    guard number == Self.version else { throw .version(number) }
    exporter = outline["exporterDisplayName"]?.string(in: text) ?? ""
    for account in accounts {
      guard let items = account["items"]?.elements else { throw .notAnExchange }
      for item in items { try read(item, text, inflate) }
    }
  }

  private mutating func read(
    _ item: ExchangeOutline, _ text: Span<UInt8>, _ inflate: ([UInt8], Int) -> [UInt8]?
  ) throws(ExchangeError) {
    guard let credentials = item["credentials"]?.elements else { throw .notAnExchange }
    for credential in credentials {
      guard credential["type"]?.string(in: text) == "passkey" else {
        others += 1
        continue
      }
      let reader = PasskeyReader(credential, of: item)
      do throws(LeftOutPasskey.Failure) {
        passkeys.append(try reader.passkey(in: text, inflate))
      } catch {
        leftOut.append(
          LeftOutPasskey(
            relyingParty: credential["rpId"]?.string(in: text) ?? "",
            userName: credential["username"]?.string(in: text) ?? "", error.reason))
      }
    }
  }
}

extension LeftOutPasskey {
  struct Failure: Error {
    let reason: Reason
    init(_ reason: Reason) { self.reason = reason }
  }
}

extension ExchangeOutline {
  func string(in text: Span<UInt8>) -> String? {
    guard case .string(let range) = self else { return nil }
    return JSONText.string(text.extracting(range))
  }

  func secret(in text: Span<UInt8>) -> SecretBytes? {
    guard case .string(let range) = self else { return nil }
    return JSONText.secret(text.extracting(range))
  }

  func bytes(in text: Span<UInt8>) -> [UInt8]? {
    guard case .string(let range) = self else { return nil }
    // None of any bytes is a value, too.
    guard !range.isEmpty else { return [] }
    return JSONText.secret(text.extracting(range))?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  func number(in text: Span<UInt8>) -> UInt64? {
    guard case .number(let range) = self else { return nil }
    return UInt64(String(decoding: range.map { text[$0] }, as: UTF8.self))
  }
}
