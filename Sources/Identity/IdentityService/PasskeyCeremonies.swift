// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import IdentityModel
import JOSECoding
import JSONCoding
import WebAuthn

/// Registering passkeys and signing in with them (WebAuthn Level 3), at the one origin that a provider has.
struct PasskeyCeremonies: Sendable {
  private let store: any PasskeyStore
  private let origin: String
  private let host: String
  private let provider: String

  /// An account has so many at most.
  static let most = 20
  private static let life: Int64 = 10 * 60 * 1000
  static let handleLength = 32
  private static let challengeLength = 32

  /// Takes the provider's settings; nil where its address is a number: no browser has passkeys for one (section
  /// 5.1.4.1, step 7).
  init?(_ store: any PasskeyStore, _ settings: IdentitySettings) {
    let host = settings.authority.prefix { $0 != ":" }
    guard !host.isEmpty, !host.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else { return nil }
    (self.store, origin, self.host, provider) = (store, settings.address, String(host), settings.name)
  }

  enum Refusal: Equatable {
    /// The response answers nothing that this browser was asked, or comes too late.
    case stale
    /// The response does not verify, for this reason, which is for the log.
    case refused(String)
  }

  private func policy(at now: Int64) -> RelyingPartyPolicy {
    var policy = RelyingPartyPolicy(origins: [origin], time: Int(now / 1000))
    // A passkey stands for both factors: having the device, and being known to it.
    policy.userVerification = .required
    return policy
  }

  // MARK: - Signing in

  /// What a browser is asked; the answer must come from the same one.
  func request(for browser: String, at now: Int64) throws(IdentityStoreError) -> String {
    let challenge = try issue(.authentication, to: Self.session(browser), at: now)
    return request(challenge).json.text
  }

  private func request(_ challenge: [UInt8]) -> CredentialRequestOptions {
    var options = CredentialRequestOptions(relyingPartyID: host, challenge: challenge)
    options.userVerification = .required
    return options
  }

  enum SignIn { case handle([UInt8]), refusal(Refusal) }

  /// Verifies a sign-in, and says whose passkey answered.
  func signIn(_ text: String, from browser: String, at now: Int64) throws(IdentityStoreError) -> SignIn {
    guard let response = Self.read(text).flatMap({ try? AuthenticationResponse($0) }),
      let challenge = Self.challenge(in: response.clientData),
      let verification = AuthenticationVerification(request(challenge), policy(at: now), .stated)
    else { return .refusal(.refused("malformed")) }
    let stored = try storing { () throws(PasskeyStoreError) in try store.credential(response.envelope.id) }
    let verified: VerifiedAssertion
    do throws(Refusals) { verified = try verification.verify(response, stored: stored) } catch {
      try storing { () throws(PasskeyStoreError) in try store.spend(challenge, at: Int(now)) }
      return .refusal(.refused(error.first.reason.rawValue))
    }
    let refusal = try ending { () throws(PasskeyStoreError) in
      try store.take(verified, session: Self.session(browser), at: Int(now))
    }
    return refusal.map { .refusal($0) } ?? .handle(verified.userHandle)
  }

  // MARK: - Registering

  func creation(
    for account: Account, _ handle: [UInt8], _ session: BrowserSession, at now: Int64
  ) throws(IdentityStoreError) -> String {
    let challenge = try issue(.registration, to: session.digest.bytes, at: now)
    var options = creation(for: account, handle, challenge)
    options.excludedCredentials = try list(of: handle).map {
      CredentialDescriptor(id: $0.id, transports: $0.transports)
    }
    return options.json.text
  }

  private func creation(for account: Account, _ handle: [UInt8], _ challenge: [UInt8]) -> CreationOptions {
    let names = [account.givenName, account.familyName].filter { !$0.isEmpty }.joined(separator: " ")
    var options = CreationOptions(
      relyingPartyID: host, relyingPartyName: provider,
      user: .init(id: handle, name: account.mail, displayName: names.isEmpty ? account.mail : names),
      challenge: challenge)
    options.userVerification = .required
    // So that it is found without an account's name.
    options.residentKey = "required"
    return options
  }

  /// Registers a passkey, and returns why it is refused; nil where it is kept now.
  func register(
    _ text: String, for account: Account, _ handle: [UInt8], _ session: BrowserSession, at now: Int64
  ) throws(IdentityStoreError) -> Refusal? {
    guard let response = Self.read(text).flatMap({ try? RegistrationResponse($0) }),
      let challenge = Self.challenge(in: response.clientData),
      let verification = RegistrationVerification(creation(for: account, handle, challenge), policy(at: now))
    else { return .refused("malformed") }
    let verified: VerifiedRegistration
    do throws(Refusals) { verified = try verification.verify(response) } catch {
      try storing { () throws(PasskeyStoreError) in try store.spend(challenge, at: Int(now)) }
      return .refused(error.first.reason.rawValue)
    }
    return try ending { () throws(PasskeyStoreError) in
      try store.keep(verified, session: session.digest.bytes, at: Int(now))
    }
  }

  func list(of handle: [UInt8]) throws(IdentityStoreError) -> [CredentialRecord] {
    try storing { () throws(PasskeyStoreError) in try store.credentials(of: handle) }
  }

  func remove(_ id: String, of handle: [UInt8]) throws(IdentityStoreError) -> Bool {
    guard let id = Base64URL.decode(id.utf8) else { return false }
    return try storing { () throws(PasskeyStoreError) in try store.remove(id, of: handle) }
  }

  // MARK: - Challenges

  private func issue(
    _ purpose: IssuedChallenge.Purpose, to session: [UInt8], at now: Int64
  ) throws(IdentityStoreError) -> [UInt8] {
    let challenge = SystemRandom.bytes(Self.challengeLength)
    try storing { () throws(PasskeyStoreError) in
      try store.issue(IssuedChallenge(challenge, for: purpose, session: session, expires: Int(now + Self.life)))
    }
    return challenge
  }

  private static func session(_ browser: String) -> [UInt8] { TokenDigest(of: "browser:" + browser).bytes }

  private static func read(_ text: String) -> JSONValue? {
    try? JSONReader.read(Array(text.utf8), ResponseEnvelope.limits)
  }

  /// The one that it says to answer; the store knows whether that was ever asked.
  private static func challenge(in clientData: [UInt8]) -> [UInt8]? {
    guard let challenge = (try? ClientData(clientData))?.challenge else { return nil }
    return Base64URL.decode(challenge.utf8)
  }

  // MARK: - The store's failures

  private func storing<Result>(
    _ body: () throws(PasskeyStoreError) -> Result
  ) throws(IdentityStoreError) -> Result {
    do { return try body() } catch { throw .unavailable }
  }

  private func ending(_ body: () throws(PasskeyStoreError) -> Void) throws(IdentityStoreError) -> Refusal? {
    do throws(PasskeyStoreError) {
      try body()
      return nil
    } catch {
      switch error {
      case .challenge: return .stale
      case .credentialIdTaken: return .refused("credentialIdTaken")
      case .credentialUnknown: return .refused("credentialNotAllowed")
      case .signCount: return .refused("signCount")
      case .unavailable: throw .unavailable
      }
    }
  }
}
