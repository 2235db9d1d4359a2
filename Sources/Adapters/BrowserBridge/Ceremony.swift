// SPDX-License-Identifier: Apache-2.0
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
    var followers: [ThreadNotifier] = []
  }

  /// The token by which the question to the person is taken back.
  let token: ContextToken
  /// The registered name of the site that the whole tab shows.
  let site: String
  private let tellLocked: @Sendable () -> Void
  private let state = Locked(State())

  /// The time that a person has to unlock the device.
  private static let patience = Duration.seconds(120)
  /// The time in which a question that is taken back ends, by far: while locked, it takes two seconds until that is noticed.
  private static let withdrawal = Duration.seconds(30)

  init(at site: String, tellLocked: @escaping @Sendable () -> Void) {
    guard let token = ContextToken(SystemRandom.bytes(ContextToken.size)) else {
      preconditionFailure("a token is made of as many bytes as it has")
    }
    self.token = token
    self.site = site
    self.tellLocked = tellLocked
  }

  /// The page has no more use for it. False where that was known.
  func end() -> Bool {
    state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
  }

  /// Whether the page has no more use for it.
  var isGivenUp: Bool { state.withLock { $0.isOver } }

  /// Ends the ceremony, of which nothing is asked any more, and returns whether the page had gone.
  func finish() -> Bool {
    let (followers, isOver) = state.withLock { state in
      state.isFinished = true
      return (state.followers, state.isOver)
    }
    for follower in followers { follower.notify() }
    return isOver
  }

  func isFinished(within time: Duration) -> Bool {
    guard let notifier = try? ThreadNotifier() else { return true }
    let isFinished = state.withLock { state in
      state.followers.append(notifier)
      return state.isFinished
    }
    defer { state.withLock { $0.followers.removeAll { $0 === notifier } } }
    return isFinished || notifier.wait(within: time)
  }

  /// Waits until nothing is asked any more for others that their pages have given up: a browser has one question at a time, and a page that
  /// gives one up may ask the next at once.
  func wait(for givenUp: [Ceremony]) throws(CeremonyFailure) {
    for other in givenUp {
      guard other.isFinished(within: Self.withdrawal) else { throw .notAllowed }
    }
  }

  /// Throws where the page has gone: nobody is asked for it then.
  private func checkIsAwaited() throws(CeremonyFailure) {
    guard !isGivenUp else { throw .notAllowed }
  }

  // MARK: - Registration

  /// Makes a passkey, and returns what the page is answered; nil where the person wants to use another device.
  func register(
    _ options: CreationOptions, on page: BrowserRequest.Page, _ client: BrokerClient, _ rule: RelyingPartyRule
  ) throws(CeremonyFailure) -> JSONValue? {
    guard let party = rule.identifier(options.relyingPartyID, for: page) else { throw .security }
    let registration = try PasskeyRegistration(options, for: party, at: page.ceremonyOrigin)
    let creation = registration.creation(.portable)
    let making = PasskeyMaking(
      token, relyingParty: party, userHandle: options.user.id, userName: StoredPasskey.fitting(options.user.name),
      displayName: StoredPasskey.fitting(options.user.displayName), clientDataHash: registration.clientDataHash,
      salts: creation.salts, excluded: Array(options.excludedCredentials.map(\.id).prefix(Self.mostNamed)), .portable,
      at: page.asking(for: party), page.activation)
    let made = try unlocked(client) { () throws(BrokerClientError) in try client.makePasskey(making) }
    guard let made else { return nil }
    return try registration.response(NewPasskey(made.key, PRFOutputs(made.outputs)), id: made.credential).json
  }

  // MARK: - Sign-in

  /// Signs in with a passkey, and returns what the page is answered; nil where there is no passkey for it here, and
  /// where the person wants to use another device.
  func signIn(
    _ options: CredentialRequestOptions, on page: BrowserRequest.Page, _ urgency: PasskeyUsing.Urgency,
    _ client: BrokerClient, _ rule: RelyingPartyRule
  ) throws(CeremonyFailure) -> JSONValue? {
    guard let party = rule.identifier(options.relyingPartyID, for: page) else { throw .security }
    let signIn = try PasskeySignIn(options, for: party, at: page.ceremonyOrigin)
    let allowed = Array(options.allowedCredentials.map(\.id).prefix(Self.mostNamed))
    let salts = signIn.salts(for: [])
    let own = allowed.map { PasskeyUsing.OwnSalts($0, signIn.salts(for: $0)) }.filter { $0.salts != salts }
    let using = PasskeyUsing(
      token, relyingParty: party, allowed: allowed, clientDataHash: signIn.clientDataHash, salts: salts, ownSalts: own,
      blob: signIn.largeBlob.wish, urgency, at: page.asking(for: party), page.activation)
    let used = try unlocked(client) { () throws(BrokerClientError) in try client.usePasskey(using) }
    guard let used else {
      // Nobody has been asked: there is none now.
      guard urgency == .patient else { throw .notAllowed }
      return nil
    }
    let assertion = PasskeyAssertion(used.authenticatorData, used.signature, PRFOutputs(used.outputs))
    return signIn.response(
      assertion, id: used.credential, userHandle: used.userHandle, blob: used.blob, isWritten: used.isWritten
    ).json
  }

  private static let mostNamed = 256

  // MARK: - The person

  /// Carries out an operation on an unlocked device. Where nobody can be asked to unlock, the unlock is waited for.
  private func unlocked<Value>(
    _ client: BrokerClient, _ body: () throws(BrokerClientError) -> Value
  ) throws(CeremonyFailure) -> Value {
    for _ in 0..<Self.tries {
      try checkIsAwaited()
      do throws(BrokerClientError) {
        return try body()
      } catch {
        guard case .refused(.keychain(.interactionNotAllowed)) = error else { throw CeremonyFailure(error) }
      }
      try awaitUnlock(client)
    }
    throw .notAllowed
  }

  /// The number of tries: the device may be locked again between the unlock and the request.
  private static let tries = 3

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
      guard !isGivenUp, ContinuousClock.now < deadline else { throw .notAllowed }
      if !isTold { tellLocked() }
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
