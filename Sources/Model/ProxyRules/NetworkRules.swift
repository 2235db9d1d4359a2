// SPDX-License-Identifier: Apache-2.0

/// The rules of an app's connections, as it declares them.
package struct NetworkRules: Sendable, Equatable {
  /// Domains that follow people, by its manifests, in the form in which hosts are compared.
  package let trackers: Set<HostName>
  package let security: TransportSecurity

  package init(trackers: Set<HostName>, security: TransportSecurity) {
    (self.trackers, self.security) = (trackers, security)
  }

  /// The rules of domains, of which those that are no hosts are left out.
  package init(domains: Set<String>, security: TransportSecurity) {
    self.init(trackers: Set(domains.compactMap { HostName($0) }), security: security)
  }

  package func isTracker(_ host: HostName) -> Bool { trackers.contains { host.lies(in: $0.text) } }
}
