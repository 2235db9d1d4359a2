// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoPrimitives
import KeychainCommandLine
import KeychainModel
import KeychainObjects
import LinuxSystem
import SecurityCommandLine
import TerminalConsole
import WireFormat
import X509Certificates

/// Carries out the commands of `security` for certificates and identities (`keychain_find.c`, `identity_find.c`).
struct SecurityCertificateTool {
  let console: Console
  let keychain: any KeychainService
  let paths: KeychainPaths

  /// The exit code: some commands end with a status, others with 1 whatever it was.
  func perform(_ action: CertificateAction) throws(ToolFailure) -> Int32 {
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

  private func find(_ search: CertificateSearch) throws(ToolFailure) {
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

  private func add(_ files: [String]) throws(ToolFailure) -> Int32 {
    var code: Int32 = 0
    for file in files {
      let certificates = try Self.certificates(in: file)
      if certificates.isEmpty {
        console.note("security: Error reading certificate file \(file)")
        code = 1
      }
      for certificate in certificates {
        do throws(ToolFailure) {
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

  private func delete(_ name: String?, _ hash: String?, _ extent: DeletionExtent) throws(ToolFailure) -> Int32 {
    let all = extent == .identity ? try keychain.identities() : try keychain.certificates()
    let matches = all.filter { entry in
      if let hash { return entry.sha1 == hash.uppercased() || entry.sha256 == hash.uppercased() }
      return entry.certificate.commonName?.lowercased().contains((name ?? "").lowercased()) ?? false
    }
    // A name that is the whole of one certificate's stands above those it is a part of.
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

  private func list(_ policy: IdentityPolicy, _ subject: String?, _ validity: IdentityValidity) throws(ToolFailure) {
    let others = try keychain.certificates().map(\.certificate.encoded)
    let identities = try keychain.identities()
    let answers = identities.map { entry in
      CertificateVerdict(entry.certificate, others: others, roots: [], policy, host: subject, at: WallClock.seconds)
    }
    let all = Array(zip(identities, answers))
    if validity == .all {
      console.print("\nPolicy: \(policy.title)\n  Matching identities")
      show(all)
      console.print("     \(all.count) identities found\n\n  Valid identities only")
    }
    let valid = all.filter { $0.1.name == nil }
    show(valid)
    console.print("     \(valid.count) valid identities found")
  }

  private func show(_ identities: [(StoredCertificate, CertificateVerdict)]) {
    for (index, (entry, verdict)) in identities.enumerated() {
      let number = String(index + 1)
      let name = Printable.oneLine(entry.certificate.summary ?? "<unknown>")
      let pad = String(repeating: " ", count: max(0, 3 - number.count))
      console.print("\(pad)\(number)) \(entry.sha1) \"\(name)\"" + (verdict.name.map { " (\($0))" } ?? ""))
    }
  }

  // MARK: - Verifying

  private func verify(_ request: VerificationRequest) throws(ToolFailure) -> Int32 {
    let certificates = try read(request.certificates)
    let roots = try read(request.roots)
    guard let leaf = certificates.first else { return 1 }
    let verdict = CertificateVerdict(
      leaf, others: certificates.dropFirst().map(\.encoded), roots: roots.map(\.encoded), request.policy,
      host: request.host, at: WallClock.seconds)
    guard let name = verdict.name else {
      if !request.isQuiet { console.print("...certificate verification successful.") }
      return 0
    }
    if !request.isQuiet { console.note("Cert Verify Result: \(name)") }
    return 1
  }

  private static func certificates(in file: String) throws(ToolFailure) -> [Certificate] {
    let contents = try InputFile.secret(of: file, atMost: ExternalItem.longestFile)
    let items = contents.withBytes { ExternalItem.read($0) } ?? []
    return items.compactMap { if case .certificate(let certificate) = $0 { certificate } else { nil } }
  }

  private func read(_ files: [String]) throws(ToolFailure) -> [Certificate] {
    var certificates: [Certificate] = []
    for file in files {
      let found = try Self.certificates(in: file)
      if found.isEmpty { console.note("security: Error reading certificate file \(file)") }
      certificates += found
    }
    return certificates
  }
}

/// What is wrong with a certificate, under the name scripts know.
struct CertificateVerdict {
  /// Nil for a good one.
  let name: String?

  init(
    _ certificate: Certificate, others: [[UInt8]], roots: [[UInt8]], _ policy: IdentityPolicy, host: String?,
    at seconds: Int
  ) {
    var question = TrustQuestion(certificate.encoded, at: seconds)
    question.others = Array(others.prefix(TrustEvaluation.mostCertificates - roots.count - 1))
    question.anchors = roots
    question.trustsSystem = roots.isEmpty
    switch policy {
    case .sslServer:
      question.purpose = .server
      question.host = host
    case .sslClient: question.purpose = .client
    default: break
    }
    name = TrustEvaluation.answer(question).defect.map { Self.name(of: $0.kind) }
  }

  private static func name(of defect: TrustAnswer.Kind) -> String {
    switch defect {
    case .expired: "CSSMERR_TP_CERT_EXPIRED"
    case .notYetValid: "CSSMERR_TP_CERT_NOT_VALID_YET"
    case .untrusted: "CSSMERR_TP_NOT_TRUSTED"
    case .hostMismatch: "CSSMERR_APPLETP_HOSTNAME_MISMATCH"
    case .wrongUse: "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE"
    case .revoked: "CSSMERR_TP_CERT_REVOKED"
    case .unreadable: "CSSMERR_TP_INVALID_CERTIFICATE"
    case .badSignature, .other: "CSSMERR_TP_VERIFY_ACTION_FAILED"
    }
  }
}
