// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

/// `NSAppTransportSecurity` of an `Info.plist`, as far as it can be held from outside of the app.
package struct TransportSecurity: Sendable, Equatable {
  /// The exception for one domain.
  package struct Exception: Sendable, Equatable {
    package let includesSubdomains: Bool
    package let allowsInsecure: Bool
    package let lowestVersion: UInt16
    package let requiresForwardSecrecy: Bool

    package init(includesSubdomains: Bool, allowsInsecure: Bool, lowestVersion: UInt16, requiresForwardSecrecy: Bool) {
      self.includesSubdomains = includesSubdomains
      self.allowsInsecure = allowsInsecure
      self.lowestVersion = lowestVersion
      self.requiresForwardSecrecy = requiresForwardSecrecy
    }
  }

  package private(set) var allowsEverything = false
  package private(set) var allowsLocal = false
  package private(set) var exceptions: [HostName: Exception] = [:]

  /// Makes rules that another process has read.
  package init(allowsEverything: Bool, allowsLocal: Bool, exceptions: [HostName: Exception]) {
    self.allowsEverything = allowsEverything
    self.allowsLocal = allowsLocal
    self.exceptions = exceptions
  }

  private static let tls12: UInt16 = 0x0303
  private static let versions: [String: UInt16] = [
    "TLSv1.0": 0x0301, "TLSv1.1": 0x0302, "TLSv1.2": 0x0303, "TLSv1.3": 0x0304,
  ]
  private static let most = 1000

  /// Reads the rules. Values that are missing are as strict as can be.
  package init(_ info: [String: PropertyListValue]) {
    guard let settings = info["NSAppTransportSecurity"]?.dictionary else { return }
    allowsLocal = settings["NSAllowsLocalNetworking"]?.boolean == true
    let narrower = ["NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent", "NSAllowsLocalNetworking"]
    // Ignored where a narrower one is there.
    allowsEverything =
      settings["NSAllowsArbitraryLoads"]?.boolean == true && !narrower.contains { settings[$0] != nil }
    for (domain, value) in (settings["NSExceptionDomains"]?.dictionary ?? [:]).prefix(Self.most) {
      guard let members = value.dictionary, let name = HostName(domain), case .name = name else {
        continue
      }
      exceptions[name] = Exception(
        includesSubdomains: members["NSIncludesSubdomains"]?.boolean == true,
        allowsInsecure: members["NSExceptionAllowsInsecureHTTPLoads"]?.boolean == true,
        lowestVersion: members["NSExceptionMinimumTLSVersion"]?.string.flatMap { Self.versions[$0] } ?? Self.tls12,
        requiresForwardSecrecy: members["NSExceptionRequiresForwardSecrecy"]?.boolean != false)
    }
  }

  /// The longest name counts.
  private func exception(for host: HostName) -> Exception? {
    exceptions.filter { $0.value.includesSubdomains ? host.lies(in: $0.key.text) : host == $0.key }
      .max { $0.key.text.count < $1.key.text.count }?.value
  }

  package func allowsPlain(_ host: HostName, isLocal: Bool) -> Bool {
    if let exception = exception(for: host) { return exception.allowsInsecure }
    return allowsEverything || (allowsLocal && isLocal)
  }

  package func allows(version: UInt16, to host: HostName) -> Bool {
    if let exception = exception(for: host) { return version >= exception.lowestVersion }
    return allowsEverything || version >= Self.tls12
  }

  /// Whether the choices of a server are allowed. On the local network nothing is asked of it where that may be used
  /// without encryption.
  package func allows(_ answer: ServerHello, from host: HostName, isLocal: Bool) -> Bool {
    if let exception = exception(for: host) {
      return answer.version >= exception.lowestVersion
        && (!exception.requiresForwardSecrecy || answer.hasForwardSecrecy)
    }
    return allowsEverything || (allowsLocal && isLocal) || (answer.version >= Self.tls12 && answer.hasForwardSecrecy)
  }

  /// Whether an answer is looked at: where anything is allowed, it may as well be none.
  package func asksOfServer(_ host: HostName, isLocal: Bool) -> Bool {
    exception(for: host) != nil || !(allowsEverything || (allowsLocal && isLocal))
  }
}
