// SPDX-License-Identifier: Apache-2.0
package import JSONCoding
package import PasskeyItems
package import PasskeyResponses
package import WebAuthn

/// What the extension asks. Numbers are the extension's.
package enum BrowserRequest: Sendable {
  case create(Int, Page, CreationOptions)
  case get(Int, Page, RequestOptions, PasskeyUsing.Urgency)
  case cancel(Int)

  /// Where a page is, as its browser states it.
  package struct Page: Sendable, Equatable {
    package let origin: SiteOrigin
    /// That of the whole tab, where a document around this one has another origin.
    package let top: SiteOrigin?
    /// The origins that the named relying party lists as its own, where the page is none of its hosts.
    package let related: [String]

    package init(_ origin: SiteOrigin, inside top: SiteOrigin? = nil, related: [String] = []) {
      self.origin = origin
      self.top = top
      self.related = related
    }

    var ceremonyOrigin: CeremonyOrigin { CeremonyOrigin(origin.text, inside: top?.text) }
  }

  /// What cannot be answered with a ceremony.
  package struct Refusal: Error {
    package let number: Int
    package let failure: CeremonyFailure
  }

  package static let limits = JSONLimits(bytes: 1 << 19, depth: 24, values: 4096)
  private static let mostRelated = 256

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
    case "create":
      guard let page = page(form) else { return refused(.security) }
      guard let options = try? CreationOptions(form.object("options")) else { return refused(.notSupported) }
      return .success(.create(number, page, options))
    case "get":
      guard let page = page(form) else { return refused(.security) }
      guard let options = try? RequestOptions(form.object("options")),
        let isImmediate = try? form.optionalBool("immediate") ?? false
      else { return refused(.notSupported) }
      return .success(.get(number, page, options, isImmediate ? .immediate : .patient))
    default: return refused(.notSupported)
    }
  }

  private static func page(_ form: FormReader) -> Page? {
    do {
      let related = try form.optionalStrings("related") ?? []
      guard let origin = SiteOrigin(try form.string("origin")), related.count <= mostRelated else { return nil }
      guard let top = try form.optionalString("topOrigin") else { return Page(origin, related: related) }
      return SiteOrigin(top).map { Page(origin, inside: $0, related: related) }
    } catch {
      return nil
    }
  }
}
