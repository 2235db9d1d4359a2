// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import PublishedCeremonies
import RunningInstance
import Testing
import WebAuthn

/// What is accepted here is accepted by python-fido2 or py_webauthn too, or there is a reason.
@Suite(.enabled(if: Peers.areThere, "python-fido2 and py_webauthn cannot be installed here")) struct PasskeyPeersTests {
  /// Why both refuse what is valid: ceremonies that the W3C publishes.
  private static let differences = [
    (
      "tpm-es256", "invalid value 0x",
      "of TPMS_CLOCK_INFO, which Level 3, 8.3 says to ignore, python-fido2 reads a boolean"
    ),
    ("tpm-es256", "Unrecognized TPM Manufacturer", "no list of makers is a part of the standard"),
    ("android-key-es256", "\"android-key\" is not supported", "python-fido2 has no such format"),
    ("android-key-es256", "x5c was empty", "py_webauthn asks for the root in the statement"),
    ("fido-u2f-es256", "was not expected 00000000", "the standard does not ask for an empty AAGUID"),
  ]

  private static func explains(_ name: String, _ objection: String) -> Bool {
    differences.contains { $0.0 == name && objection.contains($0.1) }
  }

  private func check(_ cases: [MutatedCeremony]) throws -> Int {
    let accepted = cases.filter(\.isAccepted)
    let answers = try Peers.answers(to: accepted.map(\.question))
    try #require(answers.count == accepted.count)
    for (ceremony, answer) in zip(accepted, answers) {
      guard let fido2 = answer.fido2, let webauthn = answer.webauthn else { continue }
      let isExplained = Self.explains(ceremony.name, fido2) || Self.explains(ceremony.name, webauthn)
      #expect(isExplained, "\(ceremony.name): \(fido2); \(webauthn); \(ceremony.question.text)")
    }
    return accepted.count
  }

  @Test func `The published ceremonies are accepted by one of the two, but for the differences in the table`() throws {
    var generator = SeededGenerator(seed: 0)
    let cases = try PublishedCeremony.all.flatMap { ceremony in
      [
        MutatedCeremony.registration(ceremony, &generator, changed: false),
        MutatedCeremony.authentication(ceremony, try ceremony.register().record, &generator, changed: false),
      ]
    }
    #expect(try check(cases) == 30)
  }

  @Test func `No mutation is accepted here that both refuse`() throws {
    var generator = SeededGenerator(seed: 38)
    let records = try PublishedCeremony.all.map { try $0.register().record }
    var cases: [MutatedCeremony] = []
    for round in 0..<LongTests.rounds(1000, of: 10_000) {
      let index = Int.random(in: records.indices, using: &generator)
      let ceremony = PublishedCeremony.all[index]
      cases.append(
        round % 2 == 0
          ? .registration(ceremony, &generator, changed: true)
          : .authentication(ceremony, records[index], &generator, changed: true))
    }
    // Some changes are of no matter: an extension of the client data, the model of an authenticator that nobody attests.
    let accepted = try check(cases)
    #expect(accepted > 0 && accepted < cases.count / 2)
  }
}
