// SPDX-License-Identifier: Apache-2.0
import Advice
import CertificateTrust
import Clocks
import CryptoPrimitives
import KeychainCommands
import KeychainModel
import KeychainObjects
import TerminalConsole
import WireFormat
import X509Certificates

/// Carries out the commands of `security` for certificates and identities (`keychain_find.c`, `identity_find.c`).
struct SecurityCertificateTool {
  let console: Console
  let keychain: any KeychainService
  let paths: KeychainPaths

  /// Returns the exit code: some commands end with a status, others with 1 whatever it was.
  func perform(_ action: CertificateAction) throws(CommandFailure) -> Int32 {
    switch action {
    case .find(let search): try find(search)
    case .add(let files): return try add(files)
    case .delete(let name, let hash, let extent): return try delete(name, hash, extent)
    case .findIdentities(let policies, let subject, let validity):
      if let subject { console.print("Looking for identities matching \"\(Printable.oneLine(subject))\"") }
      for policy in policies { try list(policy, subject, validity) }
    case .importFile(let request): return try SecurityImport(console: console, keychain: keychain).run(request)
    case .export(let request): return try SecurityExport(console: console, keychain: keychain).run(request)
    case .verify(let request): return try verify(request)
    }
    return 0
  }

  // MARK: - Certificates

  private func find(_ search: CertificateSearch) throws(CommandFailure) {
    let found = try keychain.certificates().filter { Self.accepts($0.certificate, search) }
    guard search.findsAll || !found.isEmpty else { throw .keychain(.itemNotFound) }
    for entry in search.findsAll ? found[...] : found.prefix(1) { show(entry, search) }
  }

  private static func accepts(_ certificate: Certificate, _ search: CertificateSearch) -> Bool {
    if let email = search.email { return certificate.emailAddresses.contains(email) }
    guard let name = search.name else { return true }
    return certificate.commonName?.lowercased().contains(name.lowercased()) ?? false
  }

  private func show(_ entry: StoredCertificate, _ search: CertificateSearch) {
    let encoded = entry.certificate.encoded
    if search.showsHashes {
      console.print("SHA-256 hash: \(Printable.hexadecimal(SHA256.hash(encoded.span)).uppercased())")
      console.print("SHA-1 hash: \(entry.sha1)")
    }
    if search.showsEmail {
      console.print(
        "email addresses: " + entry.certificate.emailAddresses.map(Printable.oneLine).joined(separator: ", "))
    }
    if search.isText {
      var text = WireBuffer(smallest: 4096, capacity: 2 * Certificate.longest)
      try? TextArmor.write("CERTIFICATE", encoded.span, into: &text)
      text.withBytes { console.print(bytes: $0) }
    } else {
      console.print(SecurityListing(entry.item, keychain: paths.path(entry.item.kind)).text)
    }
  }

  private func add(_ files: [String]) throws(CommandFailure) -> Int32 {
    var code: Int32 = 0
    for file in files {
      let certificates = try Self.certificates(in: file)
      if certificates.isEmpty {
        console.note("security: Error reading certificate file \(file)")
        code = 1
      }
      for certificate in certificates {
        do throws(CommandFailure) {
          try keychain.add(certificate)
        } catch {
          guard case .keychain(let status) = error else { throw error }
          console.note("security: SecCertificateAddToKeychain: \(status.message)")
          code = status.rawValue & 0xFF
        }
      }
    }
    return code
  }

  private func delete(_ name: String?, _ hash: String?, _ extent: DeletionExtent) throws(CommandFailure) -> Int32 {
    let all = extent == .identity ? try keychain.identities() : try keychain.certificates()
    let matches = all.filter { entry in
      if let hash { return entry.sha1 == hash.uppercased() || entry.sha256 == hash.uppercased() }
      return entry.certificate.commonName?.lowercased().contains((name ?? "").lowercased()) ?? false
    }
    // A certificate that has exactly this name is preferred to those whose names contain it.
    let whole = matches.filter { $0.certificate.commonName?.lowercased() == name?.lowercased() }
    let best = hash == nil && !whole.isEmpty ? whole : matches
    let wanted = Printable.oneLine(hash ?? name ?? "")
    guard let found = best.first, Set(best.map(\.sha1)).count == 1 else {
      if !best.isEmpty { console.note("security: \"\(wanted)\" is ambiguous, matches more than one certificate") }
      console.note("Unable to delete \(extent == .identity ? "identity" : "certificate") matching \"\(wanted)\"")
      return 1
    }
    try keychain.delete(found.item, extent)
    return 0
  }

  // MARK: - Identities

  private func list(_ policy: IdentityPolicy, _ subject: String?, _ validity: IdentityValidity) throws(CommandFailure) {
    let known = try keychain.certificates().map(\.certificate)
    let all = try keychain.identities().map { entry in
      let question = TrustQuestion(entry.certificate, policy, name: subject, at: WallClock.seconds)
      return (entry, Self.answer(question, about: entry.certificate, known: known).failure)
    }
    if validity == .all {
      console.print("\nPolicy: \(policy.title)\n  Matching identities")
      show(all)
      console.print("     \(all.count) identities found\n\n  Valid identities only")
    }
    let valid = all.filter { $0.1 == nil }
    show(valid)
    console.print("     \(valid.count) valid identities found")
  }

  private func show(_ identities: [(StoredCertificate, String?)]) {
    for (index, (entry, failure)) in identities.enumerated() {
      let number = String(index + 1)
      let name = Printable.oneLine(entry.certificate.summary ?? "<unknown>")
      let pad = String(repeating: " ", count: max(0, 3 - number.count))
      console.print("\(pad)\(number)) \(entry.sha1) \"\(name)\"" + (failure.map { " (\($0))" } ?? ""))
    }
  }

  // MARK: - Verifying

  /// A file that cannot be read ends the command: without a leaf or an authority another question would be answered.
  private func verify(_ request: VerificationRequest) throws(CommandFailure) -> Int32 {
    guard let certificates = try read(request.certificates, "certificate"), let leaf = certificates.first,
      let roots = try read(request.roots, "root certificate")
    else { return 1 }
    var question = TrustQuestion(leaf, request.policy, name: request.name, at: request.date ?? WallClock.seconds)
    question.anchors = roots.map(\.encoded)
    question.trustsSystem = request.roots.isEmpty
    question.requiresRevocationCheck = request.requiresRevocationCheck
    // Keychains that do not answer count as empty. Their certificates only complete a chain, so that without them a
    // verification can fail and never wrongly succeed.
    let stored = request.searchesKeychains ? (try? keychain.certificates().map(\.certificate)) ?? [] : []
    let answer = Self.answer(question, about: leaf, known: certificates.dropFirst() + stored)
    guard let failure = answer.failure else {
      if !request.isQuiet { console.print("...certificate verification successful.") }
      return 0
    }
    if !request.isQuiet { console.note("Cert Verify Result: \(failure)") }
    return 1
  }

  /// Evaluates with those of the known certificates that may be in the chain.
  private static func answer(
    _ question: TrustQuestion, about leaf: Certificate, known: [Certificate]
  ) -> TrustAnswer {
    let bySubject = Dictionary(grouping: known, by: \.subject.normalized)
    var question = question
    question.others = leaf.issuers { bySubject[$0.normalized] ?? [] }.map(\.encoded)
    return TrustEvaluation.answer(question)
  }

  private static func certificates(in file: String) throws(CommandFailure) -> [Certificate] {
    let contents = try InputFile.secret(of: file, atMost: ExternalItem.longestFile)
    let items = contents.withBytes { ExternalItem.read($0) } ?? []
    return items.compactMap { if case .certificate(let certificate) = $0 { certificate } else { nil } }
  }

  /// Reads the certificates of files; nil, after a message, where one of them has none.
  private func read(_ files: [String], _ kind: String) throws(CommandFailure) -> [Certificate]? {
    var certificates: [Certificate] = []
    for file in files {
      let found = try Self.certificates(in: file)
      guard !found.isEmpty else {
        console.note("security: Error reading \(kind) file \(file)")
        return nil
      }
      certificates += found
    }
    return certificates
  }
}
