// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import JSONCoding
package import PasskeyResponses
package import WebAuthn

/// What the extension asks. Numbers are the extension's.
package enum BrowserRequest: Sendable {
  case create(Int, SiteOrigin, CreationOptions)
  case get(Int, SiteOrigin, RequestOptions)
  /// The account that the person chose.
  case choose(Int, credential: [UInt8])
  case cancel(Int)

  /// What cannot be answered with a ceremony.
  package struct Refusal: Error {
    package let number: Int
    package let failure: CeremonyFailure
  }

  package static let limits = JSONLimits(bytes: 1 << 19, depth: 24, values: 4096)

  /// Nil for what is no JSON.
  package static func read(_ bytes: [UInt8]) -> Result<BrowserRequest, Refusal>? {
    (try? JSONReader.read(bytes, limits)).flatMap(read)
  }

  /// Nil for what has no number: nobody waits for an answer to it.
  static func read(_ message: JSONValue) -> Result<BrowserRequest, Refusal>? {
    guard let form = try? FormReader(message), let number = try? form.optionalNumber("id") else { return nil }
    func refused(_ failure: CeremonyFailure) -> Result<BrowserRequest, Refusal> {
      .failure(Refusal(number: number, failure: failure))
    }
    switch try? form.string("kind") {
    case "cancel": return .success(.cancel(number))
    case "choose":
      guard let credential = try? form.bytes("credential") else { return refused(.notAllowed) }
      return .success(.choose(number, credential: credential))
    case "create":
      guard let origin = origin(form) else { return refused(.security) }
      guard let options = try? CreationOptions(form.object("options")) else { return refused(.notSupported) }
      return .success(.create(number, origin, options))
    case "get":
      guard let origin = origin(form) else { return refused(.security) }
      guard let options = try? RequestOptions(form.object("options")) else { return refused(.notSupported) }
      return .success(.get(number, origin, options))
    default: return refused(.notSupported)
    }
  }

  private static func origin(_ form: FormReader) -> SiteOrigin? {
    (try? form.string("origin")).flatMap(SiteOrigin.init)
  }
}
