// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import FileKeychain
import KeychainModel

// What the command line may ask about file-based keychains as a whole.

extension KeychainHandler {
  /// Answers a request, but not inside the request barrier: no key of the enclave is needed, and to derive one from a
  /// password takes long. A lock in the meantime makes the derived key useless.
  func answer(_ request: KeychainFileRequest) throws(BrokerRefusal) -> BrokerReply {
    // Where they cannot be used none is known; the other keychain is there all the same.
    if case .list = request {
      return .keychain(.keychains(fileKeychains?.listing ?? KeychainListing([], extent: .known)))
    }
    do throws(KeychainStatus) {
      guard let fileKeychains else { throw .notAvailable }
      try carryOut(request, fileKeychains)
      return .done
    } catch {
      throw .keychain(error)
    }
  }

  private func carryOut(
    _ request: KeychainFileRequest, _ keychains: FileKeychains
  ) throws(KeychainStatus) {
    switch request {
    case .list: break
    case .create(let name, let password): try keychains.create(name, password)
    case .delete(let name): try keychains.delete(name)
    case .unlock(let name, let password): try keychains.unlock(name, password)
    case .lock(nil): keychains.lockAll()
    case .lock(let name?): try keychains.lock(name)
    case .setPassword(let name, let old, let new): try keychains.setPassword(name, from: old, to: new)
    case .setSettings(let name, let settings): try keychains.set(settings, of: name)
    case .setStandard(let kind): try keychains.setStandard(kind)
    case .setSearched(let kinds): try keychains.setSearched(kinds)
    }
  }
}
