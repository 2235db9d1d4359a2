// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import BrokerMessages
package import KeychainModel
package import PromptModel

extension BrokerClient {
  /// The access groups and entitlements of this program, and why it has them.
  package func access() throws(BrokerClientError) -> AppAccess {
    guard case .apps(.access(let access)) = try exchange(.apps(.access)) else { throw .unexpectedReply }
    return access
  }

  /// Says what the executable at a path is entitled to. For `bailey` only.
  package func register(path: [UInt8], xml: [UInt8]) throws(BrokerClientError) {
    guard case .done = try exchange(.apps(.register(path: path, xml: xml))) else { throw .unexpectedReply }
  }

  /// The same, when the passcode was given to the enclave under this number.
  package func register(path: [UInt8], xml: [UInt8], provedAs number: QuestionNumber) throws(BrokerClientError) {
    guard case .done = try exchange(.apps(.registerByOwner(number, path: path, xml: xml))) else {
      throw .unexpectedReply
    }
  }

  package func unregister(path: [UInt8]) throws(BrokerClientError) {
    guard case .done = try exchange(.apps(.unregister(path: path))) else { throw .unexpectedReply }
  }

  /// The same, when the passcode was given to the enclave under this number.
  package func unregister(path: [UInt8], provedAs number: QuestionNumber) throws(BrokerClientError) {
    guard case .done = try exchange(.apps(.unregisterByOwner(number, path: path))) else { throw .unexpectedReply }
  }

  package func registrations() throws(BrokerClientError) -> [RegisteredApp] {
    guard case .apps(.registrations(let apps, _)) = try exchange(.apps(.registrations)) else {
      throw .unexpectedReply
    }
    return apps
  }

  /// The access groups of this program.
  package func accessGroups() throws(KeychainStatus) -> [String] {
    do { return try access().groups } catch { throw KeychainStatus(error) }
  }
}
