// SPDX-License-Identifier: Apache-2.0

/// The rules for the addresses to which a site may have its people redirected.
package enum RedirectRules {
  package enum Policy: Sendable, Equatable {
    /// The policy of Apple's servers.
    case published
    /// `http` to this machine counts too: for clients that are being developed.
    case underDevelopment
  }

  package enum Defect: String, Sendable, CaseIterable {
    case tooLong, notAbsolute, notHTTPS, noHost, isAddress, isLocal, hasFragment, hasUser, badCharacter
  }

  private static let longest = 2000

  /// The defect of an address; nil for one that may be registered.
  package static func defect(of address: String, _ policy: Policy = .published) -> Defect? {
    guard address.utf8.count <= longest else { return .tooLong }
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }) else {
      return .badCharacter
    }
    guard let separator = address.firstRange(of: "://") else { return .notAbsolute }
    let scheme = address[..<separator.lowerBound].lowercased()
    let rest = address[separator.upperBound...]
    if rest.contains("#") { return .hasFragment }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    if authority.contains("@") { return .hasUser }
    // It stands in the policy of pages, where other signs would end it.
    if !authority.utf8.allSatisfy(isOfAuthority) { return .badCharacter }
    let host = host(of: authority)
    if host.isEmpty { return .noHost }
    let isLocal = host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]"
    if isLocal, policy == .underDevelopment { return ["http", "https"].contains(scheme) ? nil : .notHTTPS }
    guard scheme == "https" else { return .notHTTPS }
    if host.hasPrefix("[") || host.allSatisfy({ $0.isNumber || $0 == "." }) { return .isAddress }
    if isLocal || !host.contains(".") { return .isLocal }
    return nil
  }

  private static func isOfAuthority(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._:[]".utf8.contains(byte)
    }
  }

  /// Scheme and authority, as in an `Origin` header.
  package static func origin(of address: String) -> String? {
    guard let separator = address.firstRange(of: "://") else { return nil }
    let authority = address[separator.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return address[..<separator.lowerBound].lowercased() + "://" + authority.lowercased()
  }

  private static func host(of authority: Substring) -> String {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return authority[...end].lowercased()
    }
    return authority.prefix { $0 != ":" }.lowercased()
  }
}
