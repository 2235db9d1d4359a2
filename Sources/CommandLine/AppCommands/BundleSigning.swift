// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppModel
import CertificateTrust
import Files
import Glibc
import KeychainModel
import PropertyLists
import SystemCalls
import TerminalConsole

/// Seals a bundle and signs the seal.
struct BundleSigning: ~Copyable {
  let bundle: OpenBundle
  /// The developer who signs; nil for an ad-hoc signature.
  let developer: SigningKeys.Developer?

  func sign() throws(CommandFailure) {
    let description = try bundle.description()
    try DeclaredScreens.check(try bundle.info(), of: bundle.path)
    let requirement = CodeRequirement(
      identifier: description.identifier, publisher: developer?.publisher ?? .adHoc)
    try completeEntitlements(requirement)
    let list = try bundle.checking { () throws(BundleDefect) in try BundleSeal.list(of: bundle.folder) }
    guard case .file(let mode, _, _) = list[description.executable]?.content, mode & 0o111 != 0 else {
      throw .particular(
        "\(bundle.path)/\(description.executable), the executable that \(AppDescription.file) names, is not there or cannot "
          + "be executed.", .failed)
    }
    let bytes = try bundle.checking { () throws(BundleDefect) in
      do throws(SealDefect) { return try list.encoded() } catch { throw .seal(error) }
    }
    let signature = try developer.map { developer throws(CommandFailure) in try sign(bytes, developer) }
    do throws(SystemError) {
      do { try bundle.folder.makeDirectory(BundlePath.signatureFolder, mode: 0o755) } catch {
        if error.code != EEXIST { throw error }
      }
      if signature == nil { try? bundle.folder.unlink(BundlePath.signature) }
      try write(bytes, to: BundlePath.sealedList)
      if let signature { try write(signature, to: BundlePath.signature) }
    } catch {
      throw .file(path: "\(bundle.path)/\(BundlePath.signatureFolder)", error)
    }
  }

  private func sign(_ bytes: [UInt8], _ developer: SigningKeys.Developer) throws(CommandFailure) -> [UInt8] {
    do {
      return try developer.key.withBytes { (key) throws(CodeSignatureError) in
        try CodeSignature.sign(bytes, by: developer.certificate, issuedBy: [developer.issuer], pkcs8: key)
      }
    } catch {
      throw .particular("The key of '\(developer.name)' does not sign: \(error).", .failed)
    }
  }

  /// Writes a file, which is replaced at once: a bundle is never signed by halves of two signatures.
  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    do {
      let file = try bundle.folder.open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
      try file.write(bytes.span, at: 0)
    }
    try bundle.folder.rename(path + ".new", to: bundle.folder, as: path)
  }

  // MARK: - Entitlements

  /// Completes the entitlements as Xcode does when it signs: the developer's prefix takes the place of its variables,
  /// and the app's own name is added.
  private func completeEntitlements(_ requirement: CodeRequirement) throws(CommandFailure) {
    let given = try text(of: Entitlements.file)
    var text = completed(given ?? "<plist version=\"1.0\"><dict/></plist>\n", requirement)
    if try entitlements(text, Entitlements.file).applicationIdentifier == nil {
      let entry = "<key>application-identifier</key><string>\(requirement.applicationIdentifier)</string>"
      text = PropertyListText.adding(entry, to: text)
    }
    let complete = try entitlements(text, Entitlements.file)
    if let group = complete.foreignGroup(for: requirement) {
      throw .particular(
        "\(bundle.path)/\(Entitlements.file): '\(Printable.oneLine(group))' does not begin with the publisher's prefix, "
          + "'\(requirement.publisher.team).'.\nTry: $(AppIdentifierPrefix) in its place", .failed)
    }
    try replace(given, by: text, at: Entitlements.file)
    try completeExtensions(requirement, complete)
  }

  /// Completes the entitlements of extensions by variables alone. An extension has a part of what its app has.
  private func completeExtensions(_ requirement: CodeRequirement, _ app: Entitlements) throws(CommandFailure) {
    let tree = try bundle.checking { () throws(BundleDefect) in try BundleTree(of: bundle.folder) }
    let folders = tree.nodes.filter { $0.kind == .folder && BundleExtension.isFolder($0.path) }.map(\.path)
    guard folders.count <= BundleExtension.maximum else {
      throw .particular("\(bundle.path) has more extensions than \(BundleExtension.maximum).", .failed)
    }
    for path in folders.map({ BundleExtension.entitlements(in: $0) }) {
      guard let given = try text(of: path) else { continue }
      let text = completed(given, requirement)
      if let entitlement = try entitlements(text, path).first(notOf: app) {
        throw .particular(
          "\(bundle.path)/\(path): the app is not entitled to '\(Printable.oneLine(entitlement))', and an extension has a part of "
            + "what its app has.\nTry: the same in \(bundle.path)/\(Entitlements.file)", .failed)
      }
      try replace(given, by: text, at: path)
    }
  }

  private func text(of path: String) throws(CommandFailure) -> String? {
    guard let bytes = try bundle.contents(of: path) else { return nil }
    do { return PropertyListText.inUTF8(try TextEncoding.decoded(bytes)) } catch {
      throw .particular("\(bundle.path)/\(path): line \(error.line): \(error.problem.sentence)", .failed)
    }
  }

  private func completed(_ text: String, _ requirement: CodeRequirement) -> String {
    var text = text
    for (name, value) in [
      ("$(AppIdentifierPrefix)", requirement.publisher.team + "."),
      ("$(TeamIdentifierPrefix)", requirement.publisher.team + "."),
      ("$(CFBundleIdentifier)", requirement.identifier),
    ] {
      text = PropertyListText.replacing(name, by: value, in: text)
    }
    return text
  }

  private func replace(_ given: String?, by text: String, at path: String) throws(CommandFailure) {
    guard given != text else { return }
    do { try write(Array(text.utf8), to: path) } catch { throw .file(path: "\(bundle.path)/\(path)", error) }
  }

  private func entitlements(_ text: String, _ path: String) throws(CommandFailure) -> Entitlements {
    let bytes = Array(text.utf8)
    do { return try Entitlements(xml: bytes.span) } catch {
      throw .particular("\(bundle.path)/\(path): \(error.sentence)", .failed)
    }
  }
}
