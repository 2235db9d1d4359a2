// SPDX-License-Identifier: Apache-2.0
import JSONCoding

/// The results of `bailey bench passkeys`, and the targets that were missed.
struct PasskeyOutcome {
  private static let own = "bailey"
  private static let python = "py_webauthn"
  private static let openSSL = "openssl, the signature alone"
  private static let chromium = "Chromium alone"

  static let signIn = Metric("verify a sign-in", unit: "1/s", better: .higher, target: 2)
  static let registration = Metric("verify a registration without attestation", unit: "1/s", better: .higher, target: 4)
  static let assertion = Metric("sign in, in the enclave", unit: "1/s", better: .higher, target: 0.5)
  private static let verification = Metric("verify a whole sign-in", unit: "1/s", better: .higher, target: 0.7)

  /// A passkey of Chromium's own virtual authenticator takes no derivation of a passcode, so that these are not counted; they stand beside it.
  private static let ceremonies = Metric(
    "make one and sign in at a site, without Argon2id", unit: "ms", better: .lower, target: 0.33)
  private static let stretching = Metric("Argon2id in it, twice", unit: "ms", better: .lower)
  private static let load = Metric("load a page", unit: "ms", better: .lower, target: 0.91)

  /// The same sign-in is compared with a library that does all of it, and with the one signature in it.
  private var whole = BenchmarkTable(title: "a site's side", systems: [own, python], peers: [python])
  private var signature = BenchmarkTable(title: "ES256", systems: [own, openSSL], peers: [openSSL])

  private var pages = BenchmarkTable(title: "a page", systems: [own, chromium], peers: [chromium])

  mutating func addPages(_ times: PasskeyPages.Times) {
    let derivations = 2 * (Benchmarks.median(of: times.stretching) ?? 0)
    for value in times.ceremonies { pages.add(value - derivations, to: Self.ceremonies, of: Self.own) }
    for value in times.chromiums { pages.add(value, to: Self.ceremonies, of: Self.chromium) }
    pages.add(derivations, to: Self.stretching, of: Self.own)
    for value in times.loads { pages.add(value, to: Self.load, of: Self.own) }
    for value in times.loadsAlone { pages.add(value, to: Self.load, of: Self.chromium) }
  }

  mutating func add(_ value: Double, to metric: Metric) {
    switch metric {
    case Self.assertion: signature.add(value, to: metric, of: Self.own)
    default: whole.add(value, to: metric, of: Self.own)
    }
    if metric == Self.signIn { signature.add(value, to: Self.verification, of: Self.own) }
  }

  mutating func addOpenSSL(signing: Double, verifying: Double) {
    signature.add(signing, to: Self.assertion, of: Self.openSSL)
    signature.add(verifying, to: Self.verification, of: Self.openSSL)
  }

  mutating func addPython(signIn: Double, registration: Double) {
    whole.add(signIn, to: Self.signIn, of: Self.python)
    whole.add(registration, to: Self.registration, of: Self.python)
  }

  var missed: [String] { whole.missed + signature.missed + pages.missed }

  var text: String {
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return [whole.text, signature.text, pages.metrics.isEmpty ? nil : pages.text, verdict].compactMap(\.self)
      .joined(separator: "\n")
  }

  var json: JSONValue {
    .members(["tables": .array([whole.json, signature.json, pages.json]), "missed": .strings(missed)])
  }
}
