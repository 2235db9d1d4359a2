// SPDX-License-Identifier: Apache-2.0
package import ConsentModel

/// The subject in a word that programs pass on.
extension PrivacyReport.Subject {
  private static let networkName = "network"
  private static let filesName = "Files"
  private static let secretsName = "Passwords"
  private static let emptyEnd = "-empty"

  /// The service, of a subject that is one or that stands for several.
  package var service: ConsentService? {
    switch self {
    case .service(let service), .empty(let service): service
    case .network, .secrets: nil
    }
  }

  /// The service's name for TCC; `Files` for folders of all kinds, which a report counts together, and `Passwords` for secrets.
  package var serviceName: String? {
    self == .secrets ? Self.secretsName : service.map { $0 == .documentsFolder ? Self.filesName : $0.name }
  }

  package var name: String {
    switch self {
    case .network: Self.networkName
    case .service, .secrets: serviceName ?? ""
    case .empty: (serviceName ?? "") + Self.emptyEnd
    }
  }

  package init?(name: String) {
    guard name != Self.networkName else {
      self = .network
      return
    }
    guard name != Self.secretsName else {
      self = .secrets
      return
    }
    let isEmpty = name.hasSuffix(Self.emptyEnd)
    let short = isEmpty ? String(name.dropLast(Self.emptyEnd.count)) : name
    guard let service = short == Self.filesName ? .documentsFolder : ConsentService(name: short),
      service == service.reported
    else { return nil }
    self = isEmpty ? .empty(service) : .service(service)
  }
}
