// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import CertificateTrust
import CommandExecution
import Glibc
import LinuxSystem
import PropertyLists
import KeychainCommandLine
import KeychainModel
import TerminalConsole

/// Seals a bundle and signs the seal.
struct BundleSigning: ~Copyable {
  let bundle: OpenBundle
  /// Nil for an ad-hoc signature.
  let developer: SigningKeys.Developer?

  func sign() throws(CommandFailure) {
    let description = try bundle.description()
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

  /// Each file is replaced at once: a bundle is never signed by halves of two signatures.
  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    do {
      let file = try bundle.folder.open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
      try file.write(bytes.span, at: 0)
    }
    try bundle.folder.rename(path + ".new", to: bundle.folder, as: path)
  }

  // MARK: - Entitlements

  /// What Xcode does when it signs: the developer's prefix takes the place of its variables, and the app's own name is
  /// added.
  private func completeEntitlements(_ requirement: CodeRequirement) throws(CommandFailure) {
    let path = "\(bundle.path)/\(Entitlements.file)"
    let given = try bundle.contents(of: Entitlements.file)
    var text = given.map { String(decoding: $0, as: UTF8.self) } ?? "<plist version=\"1.0\"><dict/></plist>\n"
    for (name, value) in [
      ("$(AppIdentifierPrefix)", requirement.publisher.team + "."),
      ("$(TeamIdentifierPrefix)", requirement.publisher.team + "."),
      ("$(CFBundleIdentifier)", requirement.identifier),
    ] {
      text = PropertyListText.replacing(name, by: value, in: text)
    }
    if try entitlements(text, path).applicationIdentifier == nil {
      let entry = "<key>application-identifier</key><string>\(requirement.applicationIdentifier)</string>"
      text = PropertyListText.adding(entry, to: text)
    }
    let complete = try entitlements(text, path)
    if let group = complete.foreignGroup(for: requirement) {
      throw .particular(
        "\(path): '\(Printable.oneLine(group))' does not begin with the publisher's prefix, '\(requirement.publisher.team).'.\n"
          + "Try: $(AppIdentifierPrefix) in its place", .failed)
    }
    guard Array(text.utf8) != given else { return }
    do { try write(Array(text.utf8), to: Entitlements.file) } catch { throw .file(path: path, error) }
  }

  private func entitlements(_ text: String, _ path: String) throws(CommandFailure) -> Entitlements {
    let bytes = Array(text.utf8)
    do { return try Entitlements(xml: bytes.span) } catch { throw .particular("\(path): \(error.sentence)", .failed) }
  }
}
