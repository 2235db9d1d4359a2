// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import COSEKeys
package import JSONCoding
package import WebAuthn

/// Apple gives stored keys no form: these are the names of `DCAppAttestService` for what it names, bytes in base64, the key as
/// COSE.
extension AttestedAppKey {
  package init(_ form: FormReader) throws(FormError) {
    let key: COSEKey
    do { key = try COSEKey(form.anyBase64("publicKey")) } catch let error as FormError { throw error } catch {
      throw .wrongType(form.path(of: "publicKey"))
    }
    guard key.algorithm == .es256 else { throw .wrongType(form.path(of: "publicKey")) }
    guard let counter = UInt32(exactly: try form.optionalNumber("counter") ?? 0) else {
      throw .wrongType(form.path(of: "counter"))
    }
    self.init(
      id: try form.anyBase64("keyId"), appID: try form.string("appId"), try form.environment(), key, counter: counter)
  }

  package var json: JSONValue {
    .members([
      "keyId": .string(id.base64), "appId": .string(appID), "environment": .string(environment.rawValue),
      "publicKey": .string(publicKey.encoded.base64), "counter": .number(Int(counter)),
    ])
  }
}

extension FormReader {
  /// Bytes in base64 of either alphabet, with padding or without: apps' own forms have all of these.
  package func anyBase64(_ name: String) throws(FormError) -> [UInt8] {
    guard let bytes = [UInt8](anyBase64: try string(name)) else { throw .wrongType(path(of: name)) }
    return bytes
  }

  package func optionalBase64(_ name: String) throws(FormError) -> [UInt8]? {
    value(name) == nil ? nil : try anyBase64(name)
  }

  /// Several of them, or nil where the member is not there.
  package func optionalBase64s(_ name: String) throws(FormError) -> [[UInt8]]? {
    guard let texts = try optionalStrings(name) else { return nil }
    let values = texts.compactMap { [UInt8](anyBase64: $0) }
    guard values.count == texts.count else { throw .wrongType(path(of: name)) }
    return values
  }

  package func environment() throws(FormError) -> AppEnvironment {
    guard let environment = AppEnvironment(rawValue: try string("environment")) else {
      throw .wrongType(path(of: "environment"))
    }
    return environment
  }
}

extension [UInt8] {
  package init?(anyBase64 text: String) {
    var octets = text.utf8.map { octet -> UInt8 in
      switch octet {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: octet
      }
    }
    if octets.count % 4 == 0 {
      for _ in 0..<2 where octets.last == UInt8(ascii: "=") { octets.removeLast() }
    }
    guard let bytes = Base64URL.decode(String(decoding: octets, as: UTF8.self)) else { return nil }
    self = bytes
  }

  /// The identifier in Base64 with the usual alphabet and padding, as `DCAppAttestService` gives it.
  package var base64: String {
    let text = Base64URL.encode(self).map { (digit: Character) -> Character in
      switch digit {
      case "-": "+"
      case "_": "/"
      default: digit
      }
    }
    return String(text) + String(repeating: "=", count: (3 - count % 3) % 3)
  }
}
