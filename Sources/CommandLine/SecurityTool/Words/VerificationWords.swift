// SPDX-License-Identifier: Apache-2.0
import DERCoding

/// The options of `verify-cert`. An option for a check that is not made here is refused, so that nobody takes it for
/// passed.
enum VerificationWords {
  static func verify(_ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    let scanner = try SecurityParser.scan("hc:r:p:Cd:k:n:NLle:s:qR:v", words)
    guard !scanner.has("h"), scanner.rest.isEmpty else { throw .usage }
    var request = VerificationRequest()
    request.certificates = scanner.all("c")
    request.roots = scanner.all("r")
    // An authority without a certificate is verified against itself.
    if request.certificates.isEmpty, request.roots.count == 1 { request.certificates = request.roots }
    guard !request.certificates.isEmpty else { throw .usage }
    request.policy = try policy(scanner)
    request.name = try name(scanner, request.policy)
    request.date = try scanner.last("d").map { (text) throws(CommandProblem) in try seconds(text) }
    request.requiresRevocationCheck = try scanner.all("R").map { (text) throws(CommandProblem) in
      try isRequired(text)
    }.contains(true)
    request.searchesKeychains = !scanner.has("N")
    request.isQuiet = scanner.has("q")
    let keychains = scanner.all("k")
    guard keychains.isEmpty || request.searchesKeychains else { throw .usage }
    return SecurityAction.certificates(.verify(request)).within(keychains[...])
  }

  /// The policy that is meant. Without one, a host means that of a server, and an address means mail.
  private static func policy(_ scanner: OptionScanner) throws(CommandProblem) -> IdentityPolicy {
    let isClient = scanner.has("C")
    switch scanner.last("p") {
    case "ssl", "eap": return isClient ? .sslClient : .sslServer
    case "smime": return .smime
    case "codeSign": return .codesigning
    case "IPSec": return .ipsec
    case "basic": return .basic
    case nil where scanner.has("s"): return isClient ? .sslClient : .sslServer
    case nil: return scanner.has("e") ? .smime : .basic
    default: throw .usage
    }
  }

  private static func name(
    _ scanner: OptionScanner, _ policy: IdentityPolicy
  ) throws(CommandProblem) -> String? {
    let letters: [Character] =
      switch policy {
      case .sslServer: ["n", "s"]
      case .smime: ["n", "e"]
      default: []
      }
    let given = scanner.options.filter { ["n", "s", "e"].contains($0.letter) }
    // A second name is refused: a certificate that has only one of them would pass.
    guard given.count <= 1, given.allSatisfy({ letters.contains($0.letter) }) else { throw .usage }
    return given.last?.value
  }

  /// `YYYY-MM-DD`, with `-hh:mm:ss` after it or not, in UTC.
  private static func seconds(_ text: String) throws(CommandProblem) -> Int {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == ":" }.map { Int($0) ?? -1 }
    let numbers = parts.count == 3 ? parts + [0, 0, 0] : parts
    guard numbers.count == 6,
      let time = DERTime(
        year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
        second: numbers[5])
    else { throw .usage }
    return time.secondsSince1970
  }

  /// Whether a revocation check is required. Only this policy fails where it cannot be made, and here it cannot.
  private static func isRequired(_ text: String) throws(CommandProblem) -> Bool {
    guard ["none", "offline", "ocsp", "crl", "require"].contains(text) else { throw .usage }
    return text == "require"
  }
}
