// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import BrokerMessages
package import PromptModel

extension BrokerClient {
  /// Lets those publish whose certificates this authority issued: DER. For `bailey` only, as all here.
  package func trust(_ certificate: [UInt8], provedAs number: QuestionNumber? = nil) throws(BrokerClientError) {
    let request = number.map { BundlesRequest.trustByOwner($0, certificate) } ?? .trust(certificate)
    guard case .done = try exchange(.bundles(request)) else { throw .unexpectedReply }
  }

  /// Lets nothing of this publisher be installed or started any more: the SHA-256 of its key.
  package func revoke(_ key: [UInt8], provedAs number: QuestionNumber? = nil) throws(BrokerClientError) {
    let request = number.map { BundlesRequest.revokeByOwner($0, key) } ?? .revoke(key)
    guard case .done = try exchange(.bundles(request)) else { throw .unexpectedReply }
  }

  package func install(
    _ papers: BundlePapers, provedAs number: QuestionNumber? = nil
  ) throws(BrokerClientError) {
    let request = number.map { BundlesRequest.installByOwner($0, papers) } ?? .install(papers)
    guard case .done = try exchange(.bundles(request)) else { throw .unexpectedReply }
  }

  package func remove(_ identifier: String, _ data: DataChoice) throws(BrokerClientError) {
    guard case .done = try exchange(.bundles(.remove(identifier, data))) else { throw .unexpectedReply }
  }

  package func installedApps() throws(BrokerClientError) -> [InstalledApp] {
    guard case .bundles(.installed(let apps, _)) = try exchange(.bundles(.installed)) else { throw .unexpectedReply }
    return apps
  }

  package func runningApps() throws(BrokerClientError) -> [RunningApp] {
    guard case .bundles(.running(let apps)) = try exchange(.bundles(.running)) else { throw .unexpectedReply }
    return apps
  }

  /// The identifier that all apps here of the publisher of this app share: sixteen bytes. For every app.
  package func vendorIdentifier() throws(BrokerClientError) -> [UInt8]? {
    guard case .bundles(.vendor(let identifier)) = try exchange(.bundles(.vendor)) else { throw .unexpectedReply }
    return identifier
  }

  /// The app, and the connection on which its socket is to be sent. The app is served for as long as that is open.
  package func launch(
    _ identifier: String, seal: [UInt8]? = nil
  ) throws(BrokerClientError) -> (app: InstalledApp, connection: HandedSocket) {
    let request = LaunchRequest(identifier: identifier, seal: seal)
    guard case .bundles(.launched(let app, let handed)) = try exchange(.bundles(.launch(request))), handed.raw >= 0
    else {
      throw .unexpectedReply
    }
    return (app, handed)
  }

  /// The connection on which the socket of an extension is to be sent, that is given its groups of the keychain for as long as
  /// that is open.
  package func launchExtension(_ request: ExtensionLaunchRequest) throws(BrokerClientError) -> HandedSocket {
    guard case .bundles(.launched(_, let handed)) = try exchange(.bundles(.launchExtension(request))), handed.raw >= 0
    else {
      throw .unexpectedReply
    }
    return handed
  }
}
