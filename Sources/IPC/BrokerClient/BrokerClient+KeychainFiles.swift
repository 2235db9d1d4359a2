// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
package import KeychainModel

/// File-based keychains as a whole. For `bailey` only.
extension BrokerClient {
  package func keychainFiles() throws(KeychainStatus) -> KeychainListing {
    guard case .keychains(let listing) = try ask(.keychainFile(.list)) else { throw .internalError }
    return listing
  }

  /// What is no question.
  package func perform(_ request: KeychainFileRequest) throws(KeychainStatus) {
    guard case .done = try ask(.keychainFile(request)) else { throw .internalError }
  }
}
