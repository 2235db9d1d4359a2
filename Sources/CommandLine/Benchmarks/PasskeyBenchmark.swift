// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import COSEKeys
import JSONCoding
import Keybag
import OwnProcess
import PasskeyKeys
import PasskeyResponses
import WebAuthn

/// The cost of passkeys for a site and the enclave, in this process, where nobody is asked, and no passcode is derived; and for a page in
/// Chromium, by an instance with an agent.
struct PasskeyBenchmark {
  /// The medians count.
  private static let repetitions = 5
  private static let time = Duration.milliseconds(600)

  /// The `bailey` program.
  let program: String
  let folder: String
  let progress: @Sendable (String) -> Void

  func run() throws(BenchmarkError) -> PasskeyOutcome {
    var outcome = PasskeyOutcome()
    do {
      let ceremonies = try Ceremonies(below: folder)
      for _ in 0..<Self.repetitions {
        progress("a sign-in and a registration are verified, and one is signed")
        outcome.add(try rate { try ceremonies.verifySignIn() }, to: PasskeyOutcome.signIn)
        outcome.add(try rate { try ceremonies.verifyRegistration() }, to: PasskeyOutcome.registration)
        outcome.add(try rate { try ceremonies.sign() }, to: PasskeyOutcome.assertion)
        if let (signing, verifying) = SigningBenchmark.ofOpenSSL() {
          outcome.addOpenSSL(signing: signing, verifying: verifying)
        }
        if let (signIn, registration) = try Self.ofPython(ceremonies) {
          outcome.addPython(signIn: signIn, registration: registration)
        }
      }
      progress("a page makes a passkey and signs in, in Chromium")
      if let times = try PasskeyPages(program: program, folder: folder).measure() {
        outcome.addPages(times)
      } else {
        progress("chromium-driver is not installed: pages are missing from the tables")
      }
    } catch let error as BenchmarkError {
      throw error
    } catch {
      throw .unreadableAnswer(program: "bailey")
    }
    return outcome
  }

  /// How often a second.
  private func rate(_ body: () throws -> Void) throws -> Double {
    for _ in 0..<50 { try body() }
    var count = 0
    let start = ContinuousClock.now
    while ContinuousClock.now - start < Self.time {
      for _ in 0..<20 { try body() }
      count += 20
    }
    return Double(count) / (ContinuousClock.now - start).inSeconds
  }

  // MARK: - Peers

  /// A Python that has py_webauthn: the one that is named, or the system's.
  static var python: String { Environment.value("BAILEY_BENCH_PYTHON") ?? "python3" }

  /// The same two responses, verified by py_webauthn: nil where it is not there. Both sides begin with the text that a page sends, and a sign-in
  /// with the bytes of the key that the site keeps. Whether a new key's point is on its curve is looked at here alone: py_webauthn finds out at the
  /// first sign-in.
  private static func ofPython(_ ceremonies: Ceremonies) throws -> (signIn: Double, registration: Double)? {
    guard let answer = try? BenchmarkProgram.run(python, ["-c", script], input: ceremonies.question.text) else {
      return nil
    }
    let rates = answer.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return rates.count == 2 ? (rates[0], rates[1]) : nil
  }

  private static let script = """
    import json, sys, time, webauthn
    from webauthn.helpers import base64url_to_bytes as b
    q = json.load(sys.stdin)
    signed_in, registered, key = json.dumps(q["signIn"]), json.dumps(q["registration"]), b(q["publicKey"])
    def sign_in():
        webauthn.verify_authentication_response(
            credential=signed_in, expected_challenge=b(q["challenge"]), expected_rp_id=q["site"],
            expected_origin=q["origin"], credential_public_key=key,
            credential_current_sign_count=0, require_user_verification=True)
    def registration():
        webauthn.verify_registration_response(
            credential=registered, expected_challenge=b(q["challenge"]), expected_rp_id=q["site"],
            expected_origin=q["origin"], require_user_verification=True)
    for body in (sign_in, registration):
        for _ in range(50): body()
        count, start = 0, time.monotonic()
        while time.monotonic() - start < 0.6:
            for _ in range(20): body()
            count += 20
        print(count / (time.monotonic() - start))
    """
}

/// A passkey of an enclave's keyring, its registration and a sign-in, and the site's side of both.
private final class Ceremonies {
  private static let site = "example.org"
  private static let origin = "https://example.org"
  private static let id = [UInt8](repeating: 7, count: 32)
  private static let challenge = [UInt8](repeating: 5, count: 32)

  private let keyring: PasskeyKeyring
  private let key: PasskeyKey
  private let use: PasskeyUse
  private let registration: JSONValue
  private let signIn: JSONValue
  /// The texts of the two, as a page sends them.
  private let sent: (registration: [UInt8], signIn: [UInt8])
  private let record: CredentialRecord
  private let publicKey: [UInt8]
  private let registering: RegistrationVerification
  private let signingIn: AuthenticationVerification

  init(below folder: String) throws {
    keyring = PasskeyKeyring(try InstanceKeys.make(below: folder).classKeys)
    let user = CreationOptions.User(id: [1, 2, 3], name: "ada", displayName: "Ada")
    let options = CreationOptions(
      relyingPartyID: Self.site, relyingPartyName: "Example", user: user, challenge: Self.challenge)
    let making = try PasskeyRegistration(options, for: Self.site, at: CeremonyOrigin(Self.origin))
    let made = try keyring.make(making.creation(.portable))
    let response = try making.response(made, id: Self.id)
    key = made.key
    var request = CredentialRequestOptions(relyingPartyID: Self.site, challenge: Self.challenge)
    request.allowedCredentials = [CredentialDescriptor(id: Self.id)]
    let using = try PasskeySignIn(request, for: Self.site, at: CeremonyOrigin(Self.origin))
    use = using.use(key, id: Self.id)
    (registration, signIn) = (
      response.json, using.response(try keyring.assertion(use), id: Self.id, userHandle: user.id).json
    )
    sent = (Array(registration.text.utf8), Array(signIn.text.utf8))
    var policy = RelyingPartyPolicy(origins: [Self.origin], time: 0)
    policy.userVerification = .required
    guard let registering = RegistrationVerification(options, policy),
      let signingIn = AuthenticationVerification(request, policy, .known(user.id))
    else { throw BenchmarkError.unreadableAnswer(program: "bailey") }
    (self.registering, self.signingIn) = (registering, signingIn)
    record = try registering.verify(response).record
    publicKey = record.publicKey.encoded
  }

  func verifySignIn() throws {
    let response = try AuthenticationResponse(FormReader(sent.signIn, ResponseEnvelope.limits))
    let stored = CredentialRecord(
      id: record.id, publicKey: try COSEKey(publicKey), signCount: record.signCount,
      isUserVerificationInitialized: record.isUserVerificationInitialized, transports: record.transports,
      isBackupEligible: record.isBackupEligible, isBackedUp: record.isBackedUp, aaguid: record.aaguid,
      userHandle: record.userHandle)
    _ = try signingIn.verify(response, stored: stored)
  }

  func verifyRegistration() throws {
    let response = try RegistrationResponse(FormReader(sent.registration, ResponseEnvelope.limits))
    _ = try registering.verify(response)
  }

  func sign() throws { _ = try keyring.assertion(use) }

  var question: JSONValue {
    .members([
      "site": .string(Self.site), "origin": .string(Self.origin),
      "challenge": .string(Base64URL.encode(Self.challenge)),
      "publicKey": .string(Base64URL.encode(publicKey)), "registration": registration, "signIn": signIn,
    ])
  }
}
