// SPDX-License-Identifier: Apache-2.0

/// The options of commands for certificates, keys and identities.
enum CertificateWords {
  static func find(_ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    var search = CertificateSearch()
    let scanner = try SecurityParser.scan("hac:e:mpZ", words)
    for option in scanner.options {
      switch option.letter {
      case "a": search.findsAll = true
      case "c": search.name = option.value
      case "e": search.email = option.value
      case "m": search.showsEmail = true
      case "p": search.isText = true
      case "Z": search.showsHashes = true
      default: throw .usage
      }
    }
    return SecurityAction.certificates(.find(search)).within(scanner.rest)
  }

  static func add(_ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    let scanner = try SecurityParser.scan("hk:", words)
    guard !scanner.has("h"), !scanner.rest.isEmpty else { throw .usage }
    return SecurityAction.certificates(.add(files: Array(scanner.rest))).within(scanner.last("k"))
  }

  static func delete(
    _ words: ArraySlice<String>, _ extent: DeletionExtent
  ) throws(CommandProblem) -> SecurityAction {
    var name: String?
    var hash: String?
    let scanner = try SecurityParser.scan("hc:Z:t", words)
    for option in scanner.options {
      switch option.letter {
      case "c": name = option.value
      case "Z": hash = option.value
      // There are no trust settings to delete with it.
      case "t": break
      default: throw .usage
      }
    }
    guard name != nil || hash != nil else { throw .usage }
    return SecurityAction.certificates(.delete(name: name, hash: hash, extent)).within(scanner.rest)
  }

  static func findIdentities(_ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    var policies: [IdentityPolicy] = []
    var subject: String?
    var validity = IdentityValidity.all
    let scanner = try SecurityParser.scan("hp:s:v", words)
    for option in scanner.options {
      switch option.letter {
      case "p":
        guard let policy = IdentityPolicy(rawValue: option.value ?? "") else { throw .usage }
        if !policies.contains(policy) { policies.append(policy) }
      case "s": subject = option.value
      case "v": validity = .validOnly
      default: throw .usage
      }
    }
    let order = IdentityPolicy.allCases.filter { policies.contains($0) }
    let action = CertificateAction.findIdentities(
      policies: order.isEmpty ? [.basic] : order, subject: subject, validity)
    return SecurityAction.certificates(action).within(scanner.rest)
  }

  /// The file comes first, before its options.
  static func importFile(_ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    guard let file = words.first, !file.hasPrefix("-") else { throw .usage }
    var request = ImportRequest(file: file)
    let scanner = try SecurityParser.scan("k:t:f:P:wxa:hAT:", words.dropFirst())
    for option in scanner.options {
      switch option.letter {
      case "t":
        guard ["pub", "priv", "session", "cert", "agg"].contains(option.value) else { throw .usage }
      case "f": request.format = try format(option.value)
      case "P": request.passphrase = Array((option.value ?? "").utf8)
      case "x": request.isExtractable = false
      case "w": request.expectsWrappedKeys = true
      // Attributes of a key by their number are refused: none of them would be stored.
      case "h", "a": throw .usage
      // Which programs may use the key: ignored, because its access group lets none of them, and no other one.
      default: break
      }
    }
    guard scanner.rest.isEmpty else { throw .usage }
    return SecurityAction.certificates(.importFile(request)).within(scanner.last("k"))
  }

  static func export(_ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    var request = ExportRequest()
    let scanner = try SecurityParser.scan("k:o:t:f:P:wph", words)
    for option in scanner.options {
      switch option.letter {
      case "o": request.file = option.value
      case "t":
        guard let kind = ExportRequest.Kind(rawValue: option.value ?? "") else { throw .usage }
        request.kind = kind
      case "f": request.format = try format(option.value)
      case "P": request.passphrase = Array((option.value ?? "").utf8)
      case "p": request.isText = true
      case "w": request.wrapsKeys = true
      case "h": throw .usage
      default: break
      }
    }
    return SecurityAction.certificates(.export(request)).within(scanner.last("k"))
  }

  /// `export` calls the first form of OpenSSH by another name than `import`.
  private static func format(_ name: String?) throws(CommandProblem) -> ExternalFormat {
    if name == "openssh" { return .openssh1 }
    guard let format = ExternalFormat(rawValue: name ?? "") else { throw .usage }
    return format
  }
}
