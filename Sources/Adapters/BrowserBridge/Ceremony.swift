// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import BrokerClient
import BrokerMessages
import CryptoPrimitives
import Events
import JSONCoding
import KeychainModel
import PasskeyItems
import PasskeyKeys
import PasskeyResponses
import PromptModel
import ProtectionModel
import SecretMemory
import Threads
import WebAuthn

/// One request of a page, from its options to the response.
final class Ceremony: Sendable {
  private struct State {
    var isOver = false
    var isFinished = false
    var follower: ThreadNotifier?
    var chosen: [UInt8]?
    var chooser: ThreadNotifier?
  }

  /// By which the question is taken back.
  let token: ContextToken
  private let number: Int
  private let send: @Sendable (JSONValue) -> Void
  private let state = Locked(State())

  /// For a person to unlock, and to choose.
  private static let patience = Duration.seconds(120)

  init(_ number: Int, send: @escaping @Sendable (JSONValue) -> Void) {
    guard let token = ContextToken(SystemRandom.bytes(ContextToken.size)) else {
      preconditionFailure("a token is made of as many bytes as it has")
    }
    self.token = token
    self.number = number
    self.send = send
  }

  /// The page has no more use for it. False where that was known.
  func end() -> Bool {
    let (chooser, isNew) = state.withLock { state in
      defer { state.isOver = true }
      return (state.chooser, !state.isOver)
    }
    chooser?.notify()
    return isNew
  }

  /// Nothing is asked any more. Whether the page had gone.
  func finish() -> Bool {
    let (follower, isOver) = state.withLock { state in
      state.isFinished = true
      return (state.follower, state.isOver)
    }
    follower?.notify()
    return isOver
  }

  func isFinished(within time: Duration) -> Bool {
    guard let notifier = try? ThreadNotifier() else { return true }
    let isFinished = state.withLock { state in
      state.follower = notifier
      return state.isFinished
    }
    return isFinished || notifier.wait(within: time)
  }

  /// For a page that has gone nobody is asked.
  private func checkIsAwaited() throws(CeremonyFailure) {
    guard !state.withLock({ $0.isOver }) else { throw .notAllowed }
  }

  func choose(_ credential: [UInt8]) {
    let chooser = state.withLock { state in
      state.chosen = credential
      return state.chooser
    }
    chooser?.notify()
  }

  // MARK: - Registration

  func register(
    _ options: CreationOptions, at origin: SiteOrigin, _ client: BrokerClient, _ rule: RelyingPartyRule
  ) throws(CeremonyFailure) -> JSONValue? {
    guard let party = rule.identifier(options.relyingPartyID, at: origin) else { throw .security }
    let registration = try PasskeyRegistration(options, for: party, at: CeremonyOrigin(origin.text))
    let creation = registration.creation(.portable)
    try awaitUnlock(client)
    let making = PasskeyMaking(
      token, relyingParty: party, userHandle: options.user.id, userName: StoredPasskey.fitting(options.user.name),
      displayName: StoredPasskey.fitting(options.user.displayName), clientDataHash: registration.clientDataHash,
      salts: creation.salts, excluded: Array(options.excludedCredentials.map(\.id).prefix(Self.mostNamed)), .portable)
    try checkIsAwaited()
    let made: (credential: [UInt8], key: PasskeyKey, outputs: SecretData?)
    do throws(BrokerClientError) { made = try client.makePasskey(making) } catch { throw CeremonyFailure(error) }
    return try registration.response(NewPasskey(made.key, PRFOutputs(made.outputs)), id: made.credential).json
  }

  // MARK: - Sign-in

  /// Nil where there is no passkey for it here: the browser may know of one elsewhere.
  func signIn(
    _ options: WebAuthn.RequestOptions, at origin: SiteOrigin, _ client: BrokerClient, _ rule: RelyingPartyRule
  ) throws(CeremonyFailure) -> JSONValue? {
    guard let party = rule.identifier(options.relyingPartyID, at: origin) else { throw .security }
    let signIn = try PasskeySignIn(options, for: party, at: CeremonyOrigin(origin.text))
    guard let credential = try candidate(for: party, options, client) else { return nil }
    let using = PasskeyUsing(
      token, relyingParty: party, credential: credential, clientDataHash: signIn.clientDataHash,
      salts: signIn.salts(for: credential), blob: signIn.largeBlob.wish)
    try checkIsAwaited()
    let used: UsedPasskey
    do throws(BrokerClientError) { used = try client.usePasskey(using) } catch { throw CeremonyFailure(error) }
    let assertion = PasskeyAssertion(used.authenticatorData, used.signature, PRFOutputs(used.outputs))
    return signIn.response(
      assertion, id: credential, userHandle: used.userHandle, blob: used.blob, isWritten: used.isWritten
    ).json
  }

  private static let mostNamed = 256

  private func candidate(
    for party: String, _ options: WebAuthn.RequestOptions, _ client: BrokerClient
  ) throws(CeremonyFailure) -> [UInt8]? {
    let allowed = Array(options.allowedCredentials.map(\.id).prefix(Self.mostNamed))
    let found: [PasskeyCandidate]
    do throws(BrokerClientError) {
      found = try candidates(for: party, allowed, client)
    } catch {
      throw CeremonyFailure(error)
    }
    guard found.count > 1 else { return found.first?.credential }
    return try chosen(of: found)
  }

  /// While locked only that there is one can be told: then it waits for the unlock.
  private func candidates(
    for party: String, _ allowed: [[UInt8]], _ client: BrokerClient
  ) throws(BrokerClientError) -> [PasskeyCandidate] {
    do throws(BrokerClientError) {
      return try client.passkeys(for: party, allowed: allowed)
    } catch .refused(.keychain(.interactionNotAllowed)) {
      do throws(CeremonyFailure) { try awaitUnlock(client) } catch { throw .refused(.authentication(.systemCancelled)) }
      return try client.passkeys(for: party, allowed: allowed)
    }
  }

  // MARK: - The person

  private func chosen(of found: [PasskeyCandidate]) throws(CeremonyFailure) -> [UInt8] {
    guard let notifier = try? ThreadNotifier() else { throw .notAllowed }
    state.withLock { $0.chooser = notifier }
    send(.answer(number, "choose", .array(found.map(\.json))))
    notifier.wait(within: Self.patience)
    let chosen = state.withLock { $0.isOver ? nil : $0.chosen }
    guard let chosen, found.contains(where: { $0.credential == chosen }) else { throw .notAllowed }
    return chosen
  }

  private func awaitUnlock(_ client: BrokerClient) throws(CeremonyFailure) {
    let deadline = ContinuousClock.now + Self.patience
    var state: LockState?
    var isTold = false
    while true {
      // A few seconds at a time, so that a page that has gone is noticed.
      let now: LockState
      do { now = try client.lockState(otherThan: state, seconds: 2) } catch { throw CeremonyFailure(error) }
      if now == .unlocked { return }
      state = now
      guard !self.state.withLock({ $0.isOver }), ContinuousClock.now < deadline else { throw .notAllowed }
      if !isTold { send(.answer(number, "locked", .bool(true))) }
      isTold = true
    }
  }
}

extension CeremonyFailure {
  /// What a page is told says nothing of why, but that there is one already (WebAuthn Level 3, 5.1.3, 6.3.2).
  fileprivate init(_ error: BrokerClientError) {
    if case .refused(.keychain(.duplicateItem)) = error { self = .invalidState } else { self = .notAllowed }
  }
}

extension PRFOutputs {
  fileprivate init(_ data: SecretData?) {
    guard let data, data.count > 0, data.count % Self.size == 0 else {
      self.init()
      return
    }
    self.init(data.withBytes { SecretBytes(copying: $0) })
  }
}

extension PasskeyCandidate {
  fileprivate var json: JSONValue {
    .members([
      "credential": .string(Base64URL.encode(credential)), "name": .string(userName),
      "displayName": .string(displayName), "label": .string(label), "isReplaced": .bool(isReplaced),
    ])
  }
}

extension LargeBlobRequest? {
  /// More than there is room for is not sent: the page is told that it was not written.
  fileprivate var wish: PasskeyUsing.BlobWish {
    switch self {
    case .read?: .read
    case .write(let bytes)? where bytes.count <= LargeBlobRequest.mostBytes: .write(bytes)
    case .write?, .support?, nil: .none
    }
  }
}
