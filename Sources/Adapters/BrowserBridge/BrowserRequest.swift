// SPDX-License-Identifier: Apache-2.0
package import JSONCoding
package import PasskeyItems
package import PasskeyResponses
import PromptModel
package import WebAuthn

/// What the extension asks. Numbers are the extension's.
package enum BrowserRequest: Sendable {
  case create(Int, Page, CreationOptions)
  case get(Int, Page, CredentialRequestOptions, PasskeyUsing.Urgency)
  /// What a site says of its accounts. Nothing is answered to it.
  case signal(Int, Page, PasskeySignal)
  case cancel(Int)

  /// The place of a page, as its browser states it.
  package struct Page: Sendable, Equatable {
    package let origin: SiteOrigin
    /// The origin of the whole tab, where a document around this one has another.
    package let top: SiteOrigin?
    /// The sites that the relying party calls related, where the page is none of its hosts.
    package let related: RelatedOrigins?
    package let activation: UserActivation

    package init(
      _ origin: SiteOrigin, inside top: SiteOrigin? = nil, related: RelatedOrigins? = nil,
      _ activation: UserActivation = .absent
    ) {
      self.origin = origin
      self.top = top
      self.related = related
      self.activation = activation
    }

    var ceremonyOrigin: CeremonyOrigin { CeremonyOrigin(origin.text, inside: top?.text) }

    /// What the person reads of it: nil for a page of the relying party's own hosts, unless another one is around it.
    func asking(for relyingParty: String) -> AskingPage? {
      let isOwn = origin.host == relyingParty || origin.host.hasSuffix("." + relyingParty)
      return isOwn && top == nil ? nil : AskingPage(origin.text, inside: top?.text)
    }
  }

  /// What a relying party lists as its own.
  package struct RelatedOrigins: Sendable, Equatable {
    /// The relying party that lists the origins: the list counts for its identifier alone.
    package let identifier: String
    package let origins: [String]

    package init(_ origins: [String], of identifier: String) {
      self.identifier = identifier
      self.origins = origins
    }
  }

  /// What cannot be answered with a ceremony.
  package struct Refusal: Error {
    package let number: Int
    package let failure: CeremonyFailure
  }

  package static let limits = JSONLimits(bytes: 1 << 19, depth: 24, values: 4096)
  private static let mostRelated = 256

  /// Reads a message; nil for what is no JSON.
  package static func read(_ bytes: [UInt8]) -> Result<BrowserRequest, Refusal>? {
    (try? JSONReader.read(bytes, limits)).flatMap(read)
  }

  /// Reads a message's members; nil for what has no number: nobody waits for an answer to it.
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
      guard let options = try? CredentialRequestOptions(form.object("options")),
        let isImmediate = try? form.optionalBool("immediate") ?? false
      else { return refused(.notSupported) }
      return .success(.get(number, page, options, isImmediate ? .immediate : .patient))
    case "signal":
      guard let page = page(form) else { return refused(.security) }
      guard let signal = try? PasskeySignal(form.object("options")) else { return refused(.syntax) }
      return .success(.signal(number, page, signal))
    default: return refused(.notSupported)
    }
  }

  private static func page(_ form: FormReader) -> Page? {
    do {
      let origins = try form.optionalStrings("related") ?? []
      guard let origin = SiteOrigin(try form.string("origin")), origins.count <= mostRelated else { return nil }
      let related = try form.optionalString("relatedTo").map { RelatedOrigins(origins, of: $0) }
      let activation: UserActivation = try form.optionalBool("activation") == true ? .transient : .absent
      guard let top = try form.optionalString("topOrigin") else { return Page(origin, related: related, activation) }
      return SiteOrigin(top).map { Page(origin, inside: $0, related: related, activation) }
    } catch {
      return nil
    }
  }
}
