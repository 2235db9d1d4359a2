// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppModel
import CertificateTrust
import CommandLineParsing
import JSONCoding
import PropertyLists
import TerminalConsole
import X509Certificates

/// `bailey app inspect`: what a bundle says of itself, signed or not.
struct BundleInspection: ~Copyable {
  private let bundle: OpenBundle

  init(_ bundle: consuming OpenBundle) { self.bundle = bundle }

  func print(_ form: OutputForm, on console: Console) throws(CommandFailure) {
    let description = try bundle.description()
    let privacy = try propertyList("PrivacyInfo.xcprivacy")
    let entitlements = try propertyList(Entitlements.file)
    let languages = try LocalizedNames(of: bundle.folder, at: bundle.path).texts
    let seal = try signature()
    switch form {
    case .json:
      console.print(
        .members([
          "identifier": .string(description.identifier),
          "info": description.values.json,
          "entitlements": entitlements?.json ?? .null,
          "privacy": privacy?.json ?? .null,
          "languages": .object(
            languages.sorted { $0.key < $1.key }.map { language in
              let texts = language.value.sorted { $0.key < $1.key }
              return JSONValue.Member(
                language.key, .object(texts.map { JSONValue.Member($0.key, .string($0.value)) }))
            }),
          "signature": seal.map { Self.json(of: $0) } ?? .null,
        ]))
    case .text:
      console.print(
        "\(Printable.oneLine(description.name))  \(description.identifier)  \(Printable.oneLine(description.version))")
      console.print("  executable    \(Printable.oneLine(description.executable))")
      for (key, value) in (entitlements ?? [:]).sorted(by: { $0.key < $1.key }) {
        console.print("  entitlement   \(Printable.oneLine(key)): \(Printable.oneLine(value.json.text))")
      }
      for (key, value) in (privacy ?? [:]).sorted(by: { $0.key < $1.key }) {
        console.print("  privacy       \(Printable.oneLine(key)): \(Printable.oneLine(value.json.text))")
      }
      for (language, texts) in languages.sorted(by: { $0.key < $1.key }) {
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
          console.print("  in \(Printable.oneLine(language))  \(Printable.oneLine(key)): \(Printable.oneLine(text))")
        }
      }
      guard let seal else { return console.print("  not signed") }
      console.print("  sealed        \(seal.list.entries.count) files and folders, \(seal.list.size) bytes")
      console.print("  signed by     \(Self.signer(of: seal) ?? "nobody (ad hoc)")")
    }
  }

  private func propertyList(_ name: String) throws(CommandFailure) -> [String: PropertyListValue]? {
    guard let bytes = try bundle.contents(of: name) else { return nil }
    do throws(PropertyListError) {
      return try PropertyList.read(bytes.span).dictionary
    } catch {
      throw .particular("\(bundle.path)/\(name): line \(error.line): \(error.problem.sentence)", .failed)
    }
  }

  private func signature() throws(CommandFailure) -> SignedSeal? {
    do { return try BundleSeal.signature(in: bundle.folder) } catch .notSigned { return nil } catch {
      throw .particular(error.sentence(bundle.path), .failed)
    }
  }

  private static func json(of seal: SignedSeal) -> JSONValue {
    .members([
      "seal": .string(Hexadecimal.text(seal.digest)), "entries": .number(seal.list.entries.count),
      "bytes": .number(seal.list.size), "signer": signer(of: seal).map { .string($0) } ?? .null,
    ])
  }

  private static func signer(of seal: SignedSeal) -> String? {
    guard let signature = seal.signature else { return nil }
    guard let signer = try? CodeSignature.signer(of: signature, over: seal.bytes),
      let certificate = try? Certificate(signer.certificate.span)
    else { return "a signature that is not over this list" }
    let key = certificate.publicKeyBits
    return "\(Publisher(publicKey: key.span).team)  \(Printable.oneLine(certificate.summary ?? "?"))"
  }
}

extension [String: PropertyListValue] {
  /// Members in the order of their keys.
  var json: JSONValue { .object(sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.json) }) }
}

extension PropertyListValue {
  var json: JSONValue {
    switch self {
    case .string(let text): .string(text)
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .number(Int(number))
    case .array(let values): .array(values.map(\.json))
    case .dictionary(let members): members.json
    case .fraction(let number), .date(let number): .fraction(number)
    case .data(let bytes): .string(Hexadecimal.text(bytes))
    }
  }
}
