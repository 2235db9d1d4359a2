// SPDX-License-Identifier: Apache-2.0
import Clocks
import JOSECoding
import SignInSite
import Threads

/// The provider's public keys. One thread fetches them at a time; who asks meanwhile for a key that is known does not wait.
final class ProviderKeys: Sendable {
  private let provider: SignInProvider
  private let network: any SiteNetwork
  private let clock: @Sendable () -> Int
  private let shelf = Locked(KeyShelf())
  private let fetching = Locked(())

  /// The clock gives seconds that nobody sets.
  init(_ provider: SignInProvider, _ network: any SiteNetwork, clock: @escaping @Sendable () -> Int) {
    (self.provider, self.network, self.clock) = (provider, network, clock)
  }

  func key(_ id: String) throws(SignInError) -> JSONWebKey {
    if let key = try found(shelf.withLock { $0.find(id, at: clock()) }, id) { return key }
    return try fetching.withLock { (_) throws(SignInError) in
      // Another thread may have fetched them meanwhile.
      if let key = try found(shelf.withLock { $0.find(id, at: clock()) }, id) { return key }
      try fetch()
      guard case .key(let key) = shelf.withLock({ $0.find(id, at: clock()) }) else {
        throw .token(TokenRefusal(.keyIdUnknown, id))
      }
      return key
    }
  }

  /// The key that was found; nil where keys are to be fetched first.
  private func found(_ answer: KeyShelf.Answer, _ id: String) throws(SignInError) -> JSONWebKey? {
    switch answer {
    case .key(let key): return key
    case .fetch: return nil
    case .unknown: throw .token(TokenRefusal(.keyIdUnknown, id))
    case .unavailable: throw .unreachable("keys")
    }
  }

  private func fetch() throws(SignInError) {
    shelf.withLock { $0.begin(at: clock()) }
    let answer: SiteAnswer
    do { answer = try network.send(SiteRequest(provider.keys)) } catch { throw .unreachable(error.reason) }
    guard answer.status == 200, let keys = try? JSONWebKeySet(answer.body) else { throw .unreachable("keys") }
    shelf.withLock { $0.put(keys, at: clock()) }
  }
}
