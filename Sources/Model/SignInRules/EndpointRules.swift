// SPDX-License-Identifier: Apache-2.0

/// The rules for the addresses to which a provider sends notifications.
package enum EndpointRules {
  package enum Reach: String, Sendable, CaseIterable {
    /// `https` to servers of the public network.
    case publicNetwork
    /// `https` to whatever has a certificate that is trusted, also this machine and a network's own.
    case everywhere
    /// The same, and `http` to this machine: for tests of receivers.
    case development
  }

  /// What is wrong with an address; nil for one that an app may have.
  package static func defect(of address: String, _ reach: Reach) -> RedirectRules.Defect? {
    guard let defect = RedirectRules.defect(of: address) else { return nil }
    switch defect {
    case .isAddress, .isLocal: return reach == .publicNetwork ? defect : nil
    case .notHTTPS where reach == .development: return RedirectRules.defect(of: address, .underDevelopment)
    default: return defect
    }
  }
}
