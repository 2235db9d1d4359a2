// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import AuthenticationModel
import BrokerMessages
import FileKeychain
import IPCServer
import KeychainModel
import KeychainStore
import PersonAuthentication

/// Answers requests: the keychain's by the store, the apps' by the registry.
struct BrokerHandler: RequestHandler {
  let apps: Apps
  let fence: LockFence
  let authenticator: PersonAuthenticator
  let lockStates: LockStateBoard
  let store: KeychainStore
  let permits: BackupPermits
  /// Nil where they cannot be used.
  let fileKeychains: FileKeychains?
  /// Ends what programs do with keys of the enclave past this process.
  let dismissSigners: @Sendable () -> Void
  let open: @Sendable (KeychainCaller, Asker, CallerRole) -> BrokerSession.View

  func session(for caller: VerifiedCaller) -> BrokerSession { BrokerSession(caller, apps, open: open) }

  func isGone(_ process: Int32) { authenticator.forget(process) }

  func answer(_ request: BrokerRequest, in session: BrokerSession) -> BrokerReply {
    session.refresh()
    do throws(BrokerRefusal) {
      return try answering(request, session)
    } catch {
      return .refused(error)
    }
  }

  private func answering(_ request: BrokerRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .hello: throw .outOfOrder
    case .add, .find, .update, .delete, .examine:
      // Before it is counted: a call that a lock waits for has begun before that lock, and asks nobody after it.
      let began = authenticator.now
      return try refusing { () throws(KeychainStatus) in
        try fence.pass { () throws(KeychainStatus) in try ask(session.view, request, since: began) }
      }
    case .enclaveKey(let request):
      // Before it is counted, as above.
      let began = authenticator.now
      return try fence.pass { () throws(BrokerRefusal) in try session.view.enclaveKeys(began).answer(request) }
    case .verifyKeychain(let name):
      return try refusing { () throws(KeychainStatus) in .verification(try verify(store(of: name))) }
    case .forgetLost(let name, let told):
      try refusing { () throws(KeychainStatus) in try store(of: name).forgetLost(told) }
    case .backup(let request): return try answer(request, session)
    case .keychainFile(let request): return try answer(request)
    case .access: return .access(session.access)
    case .register(let path, let xml):
      defer { dismissSigners() }
      // Without a passcode there is nobody to ask.
      try apps.register(path, xml, by: hasPasscode() ? .anyone : .owner)
    case .registerByOwner(let number, let path, let xml):
      defer { dismissSigners() }
      try apps.register(path, xml, by: authenticator.takeProof(of: number) ? .owner : .anyone)
    case .unregister(let path):
      defer { dismissSigners() }
      try apps.unregister(path)
    case .registrations: return .registrations(try apps.registrations(), .last)
    case .person(let request): return try person(request, session.asker)
    case .agent(let request): return try agent(request, session.caller.process)
    case .lockState(let known, let seconds): return .lockState(try lockState(otherThan: known, within: seconds))
    }
    return .done
  }

  private func refusing<Result>(_ body: () throws(KeychainStatus) -> Result) throws(BrokerRefusal) -> Result {
    do { return try body() } catch { throw .keychain(error) }
  }

  private func verify(_ store: KeychainStore) throws(KeychainStatus) -> StoreReport {
    try store.verify { (look) throws(KeychainStatus) in try fence.pass(look) }
  }

  private func store(of name: KeychainName?) throws(KeychainStatus) -> KeychainStore {
    guard let name else { return store }
    guard let fileKeychains else { throw .notAvailable }
    return try fileKeychains.store(of: name)
  }

  /// Where it cannot be told, there is one.
  func hasPasscode() -> Bool { (try? authenticator.hasPasscode()) ?? true }

  private func ask(
    _ view: BrokerSession.View, _ request: BrokerRequest, since began: PersonAuthenticator.Moment
  ) throws(KeychainStatus) -> BrokerReply {
    switch request {
    case .add(let addition): return .added(try view.keychain(addition.options, since: began).add(addition))
    case .find(let query): return .items(try view.keychain(query.options, since: began).find(query), .last)
    case .update(let query, let changes): try view.keychain(query.options, since: began).update(query, with: changes)
    case .delete(let query): try view.keychain(query.options, since: began).delete(query)
    case .examine(let query): return .examined(try view.dataProtection(began).examine(query))
    default: throw .internalError
    }
    return .done
  }
}
