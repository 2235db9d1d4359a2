// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestKeys
import COSEKeys
import Clocks
import CryptoPrimitives
import KeyFormats
import Keybag
import OwnProcess

/// `bailey bench attest`: attestations and assertions verified, and assertions made as the enclave makes them, one after the other in one process,
/// beside pyattest and OpenSSL.
package struct AttestBenchmark: Sendable {
  static let peer = "pyattest"
  private static let rounds = 5
  /// The duration of each round, in seconds.
  private static let duration = 1.0

  private static let appID = "TEAM000001.com.example.measured"
  private let authority: DevelopmentAuthority
  private static let challenge = Array("a challenge of a server's".utf8)
  private let keyID: [UInt8]
  private let publicKey: ECPublicKey
  private let attestation: [UInt8]
  private let assertion: [UInt8]
  private let policy: AppAttestPolicy
  private let keyring: AppAttestKeyring
  private let use: AppAttestKeyUse

  /// Measures the rates of each round, in operations a second.
  package static func run(
    python: String?, folder: String, progress: @escaping @Sendable (String) -> Void
  ) throws(BenchmarkError) -> AttestOutcome {
    // Programs are started from another folder.
    let named = python.map { $0.hasPrefix("/") ? $0 : "\(Environment.currentDirectory)/\($0)" }
    let python = named ?? BenchmarkProgram.path(of: "python3")
    let benchmark: AttestBenchmark
    do { benchmark = try AttestBenchmark(below: folder) } catch { throw .unreadableAnswer(program: "bailey") }
    var outcome = AttestOutcome()
    for round in 1...rounds {
      progress("verifying and asserting, round \(round) of \(rounds)")
      do { try benchmark.measure(&outcome) } catch { throw .unreadableAnswer(program: "bailey") }
      if let python, let rates = benchmark.ofPeer(python) { outcome.addPeer(rates) }
      if let (signing, _) = SigningBenchmark.ofOpenSSL() { outcome.addOpenSSL(signing: signing) }
    }
    return outcome
  }

  private init(below folder: String) throws {
    let now = WallClock.seconds
    authority = try DevelopmentAuthority(at: now)
    let key = try ECPrivateKey(.p256)
    publicKey = key.publicKey
    let hash = SHA256.hash(Self.challenge.span)
    let launch = LaunchData(category: 6, bundleVersion: "1")
    let statement = AppKeyStatement(
      appID: Self.appID, .development, try COSEKey(.es256, .ec(key.publicKey)), clientDataHash: hash, launch,
      systemVersion: "1.0", platform: "linux")
    keyID = statement.keyID
    attestation = try authority.attestation(statement, at: now)
    assertion = try AppAssertionObject(appID: Self.appID, counter: 1, launch, clientDataHash: hash) {
      (digest) throws(CryptoError) in try key.signature(ofDigest: digest.span)
    }.encoded
    var policy = AppAttestPolicy(appID: Self.appID, .development, anchors: [authority.root], time: now)
    policy.bases = [.software]
    self.policy = policy
    keyring = AppAttestKeyring(try InstanceKeys.make(below: folder).classKeys)
    let own = try keyring.makeAppKey(of: SHA256.hash(Array(Self.appID.utf8).span))
    guard let use = AppAttestKeyUse(own, counter: 1, launch: launch.encoded, clientDataHash: hash) else {
      throw BenchmarkError.unreadableAnswer(program: "bailey")
    }
    self.use = use
  }

  // MARK: - Measuring

  private func measure(_ outcome: inout AttestOutcome) throws {
    let hash = SHA256.hash(Self.challenge.span)
    let attestations = AppAttestationVerification(policy)
    let key = try attestations.verify(attestation, keyID: keyID, clientDataHash: hash).key
    outcome.add(
      attestation: try Self.rate { _ = try attestations.verify(attestation, keyID: keyID, clientDataHash: hash) },
      assertion: try Self.rate {
        _ = try AppAssertionVerification(policy).verify(assertion, by: key, clientDataHash: hash)
      },
      made: try Self.rate {
        _ = AppAssertionObject(signature: try keyring.signature(use), authenticatorData: use.authenticatorData).encoded
      })
  }

  private static func rate(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    repeat {
      try body()
      count += 1
    } while (clock.now - start).inSeconds < duration
    return Double(count) / (clock.now - start).inSeconds
  }

  /// The rates of Python's own implementation; nil where it is not installed for this Python.
  private func ofPeer(_ python: String) -> (attestation: Double, assertion: Double)? {
    let words = [
      "-c", Self.script, authority.root.base64, Self.appID, keyID.base64, Self.challenge.base64, attestation.base64,
      assertion.base64, PublicKeyMaterial.ec(publicKey).spki.base64, "\(Self.duration)",
    ]
    guard let answer = try? BenchmarkProgram.run(python, words) else { return nil }
    let rates = answer.split(separator: "\n").compactMap { Double($0) }
    return rates.count == 2 ? (rates[0], rates[1]) : nil
  }

  private static let script = """
    import asyncio, base64, hashlib, sys, time
    from cryptography.hazmat.primitives.serialization import load_der_public_key
    from pyattest.assertion import Assertion
    from pyattest.attestation import Attestation
    from pyattest.configs.apple import AppleConfig
    root = b"-----BEGIN CERTIFICATE-----\\n" + sys.argv[1].encode() + b"\\n-----END CERTIFICATE-----\\n"
    key, challenge, attestation, assertion, spki = [base64.b64decode(word) for word in sys.argv[3:8]]
    config = AppleConfig(key, sys.argv[2], False, root)
    public, data = load_der_public_key(spki), hashlib.sha256(challenge).digest()
    async def attest():
        await Attestation(attestation, challenge, config).verify()
    async def assertions():
        Assertion(assertion, data, public, config).verify()
    async def rate(body):
        start, count = time.monotonic(), 0
        while True:
            await body()
            count += 1
            spent = time.monotonic() - start
            if spent > float(sys.argv[8]):
                return count / spent
    print(asyncio.run(rate(attest)))
    print(asyncio.run(rate(assertions)))
    """
}
