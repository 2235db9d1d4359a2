// SPDX-License-Identifier: Apache-2.0
import AttestedApps
import BrokerMessages
import BrokerServer
import Events
import FileKeychain
import KeychainAuthorization
import KeychainModel
import KeychainStore
import LockFollowing
import PromptQueue

/// Answers what is asked of the keychain.
struct KeychainHandler {
  let store: KeychainStore
  /// The file-based keychains; nil where they cannot be used.
  let fileKeychains: FileKeychains?
  let barrier: RequestBarrier
  let authenticator: PersonAuthenticator
  let permits: BackupPermits
  let ownerPermits: OwnerPermits
  /// The changes that the owner makes to items of others.
  let ownersChanges: ChangeCounter
  /// The attested apps; nil where they cannot be used.
  let attested: AttestedApps?

  func answer(_ request: KeychainRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .add(let addition):
      return try call(addition.options, session) { (keychain) throws(KeychainStatus) in
        .keychain(.added(try keychain.add(addition)))
      }
    case .find(let query): return try find(query, after: nil, session)
    case .update(let query, let changes):
      return try call(query.options, session) { (keychain) throws(KeychainStatus) in
        try keychain.update(query, with: changes)
        return .done
      }
    case .delete(let query):
      return try call(query.options, session) { (keychain) throws(KeychainStatus) in
        try keychain.delete(query)
        return .done
      }
    case .examine(let query):
      return try passing { (began) throws(KeychainStatus) in
        .keychain(.examined(try session.view.dataProtection(began).examine(query)))
      }
    case .enclaveKey(let request):
      let began = authenticator.now
      return try barrier.pass { () throws(BrokerRefusal) in
        .keychain(try session.view.enclaveKeys(began).answer(request))
      }
    case .verify(let name):
      return try refusing { () throws(KeychainStatus) in .keychain(.verification(try verify(store(of: name)))) }
    case .forgetLost(let name, let told):
      return try refusing { () throws(KeychainStatus) in
        try store(of: name).forgetLost(told)
        return .done
      }
    case .backup(let request): return try answer(request, session)
    case .file(let request): return try answer(request)
    case .owner(let request): return try answer(request, session)
    case .secrets(let service, let accounts): return try secrets(of: service, accounts, session)
    case .change(let changes):
      return try call(RequestOptions(), session) { (keychain) throws(KeychainStatus) in
        try keychain.change(changes)
        return .done
      }
    case .ownersChanges(let known, let seconds):
      guard let count = try? ownersChanges.count(otherThan: known, within: .seconds(Int(seconds))) else {
        throw .keychain(.notAvailable)
      }
      return .keychain(.ownersChanges(count))
    }
  }

  // MARK: - Items

  private func call(
    _ options: RequestOptions, _ session: BrokerSession,
    _ body: (any PagedKeychain) throws(KeychainStatus) -> BrokerReply
  ) throws(BrokerRefusal) -> BrokerReply {
    try passing { (began) throws(KeychainStatus) in try body(session.view.keychain(options, since: began)) }
  }

  /// The rest of an answer that is sent in parts.
  struct Rest {
    let query: ItemQuery
    let place: ItemPage.Place
  }

  /// Answers of at most so many bytes are made at once.
  private static let unclaimed = 64 << 10
  /// The parts of larger ones.
  private static let part = 512 << 10

  /// Finds what there is room for. A large answer claims its room first, outside the barrier: a lock waits for nobody who
  /// waits for room.
  private func find(
    _ query: ItemQuery, after place: ItemPage.Place?, _ session: BrokerSession
  ) throws(BrokerRefusal) -> BrokerReply {
    var room = place == nil ? ItemPage.Room.unclaimed(Self.unclaimed) : .claimed(Self.part)
    while true {
      var page = ItemPage(room, after: place)
      var items: [ItemResult] = []
      _ = try call(query.options, session) { (keychain) throws(KeychainStatus) in
        items = try keychain.find(query, &page)
        return .done
      }
      session.rest = nil
      switch page.end {
      case .complete: return .keychain(.items(items, .last))
      case .more(let next):
        session.rest = Rest(query: query.limited(by: items.count), place: next)
        return .keychain(.items(items, .more))
      case .needsRoom(let bytes):
        let wanted = max(bytes, Self.part)
        guard session.claim.claim(wanted) == .granted else { throw .tooManyRequests }
        room = .claimed(wanted)
      }
    }
  }

  /// The secrets of a service's accounts: as many as fit without a claim on memory, of the first one alone also more.
  private func secrets(
    of service: String, _ accounts: [String], _ session: BrokerSession
  ) throws(BrokerRefusal) -> BrokerReply {
    var (found, left) = ([FoundSecret](), Self.unclaimed)
    _ = try call(RequestOptions(returns: .data), session) { (keychain) throws(KeychainStatus) in
      for account in accounts {
        var page = ItemPage(.unclaimed(left))
        let secret = Result { () throws(KeychainStatus) in
          try keychain.find(.secret(ofService: service, account), &page).first?.data
        }
        if case .needsRoom = page.end { break }
        found.append(secret.flatMap { $0.map { .success($0) } ?? .failure(.itemNotFound) })
        left -= (try? secret.get())?.count ?? 0
      }
      return .done
    }
    if found.isEmpty, let first = accounts.first {
      guard case .keychain(.items(let items, _)) = try find(.secret(ofService: service, first), after: nil, session)
      else { throw .keychain(.internalError) }
      found = [items.first?.data.map { .success($0) } ?? .failure(.itemNotFound)]
    }
    return .keychain(.secrets(found))
  }

  func rest(of session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    guard let rest = session.rest else { throw .outOfOrder }
    return try find(rest.query, after: rest.place, session)
  }

  /// The moment is taken before the request counts as under way: a call that a lock waits for has begun before that lock,
  /// and asks nobody after it.
  private func passing(
    _ body: (PersonAuthenticator.Moment) throws(KeychainStatus) -> BrokerReply
  ) throws(BrokerRefusal) -> BrokerReply {
    let began = authenticator.now
    return try refusing { () throws(KeychainStatus) in
      try barrier.pass { () throws(KeychainStatus) in try body(began) }
    }
  }

  private func refusing<Result>(_ body: () throws(KeychainStatus) -> Result) throws(BrokerRefusal) -> Result {
    do { return try body() } catch { throw .keychain(error) }
  }

  // MARK: - The whole keychain

  private func verify(_ store: KeychainStore) throws(KeychainStatus) -> StoreReport {
    try store.verify { (look) throws(KeychainStatus) in try barrier.pass(look) }
  }

  private func store(of name: KeychainName?) throws(KeychainStatus) -> KeychainStore {
    guard let name else { return store }
    guard let fileKeychains else { throw .notAvailable }
    return try fileKeychains.store(of: name)
  }
}

extension ItemQuery {
  /// The query for what is still missing.
  fileprivate func limited(by count: Int) -> ItemQuery {
    var rest = self
    if case .count(let maximum) = options.limit { rest.options.limit = .count(maximum - UInt32(clamping: count)) }
    return rest
  }
}
