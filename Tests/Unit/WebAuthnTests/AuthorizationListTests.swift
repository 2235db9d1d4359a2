// SPDX-License-Identifier: Apache-2.0
import DERCoding
import PublishedCeremonies
import Testing
import WebAuthn

@Suite struct AuthorizationListTests {
  private func list(_ hexadecimal: String) throws -> AuthorizationList {
    let bytes = PublishedCeremony.bytes(hexadecimal)
    return try AuthorizationList(bytes.span, bytes.indices)
  }

  private static let sign = "a1053103020102"
  private static let signAndVerify = "a1083106020102020103"
  private static let digest = "a5053103020104"
  private static let allApplications = "bf8458020500"
  private static let generated = "bf853e03020100"
  private static let imported = "bf853e03020102"

  @Test func `A key of one app, made inside, for signatures is for signing alone`() throws {
    #expect(try list(Self.sign + Self.digest + Self.generated).isForSigningAlone)
    #expect(try list("").isForSigningAlone)
  }

  @Test(arguments: [signAndVerify + generated, sign + imported, sign + allApplications + generated])
  func `A key of all apps, from outside, or for more is not`(hexadecimal: String) throws {
    #expect(try !list(hexadecimal).isForSigningAlone)
  }

  @Test(arguments: [
    generated + sign, sign + sign, "a105310302", "bf", "bf853e", "bf803e03020100", "bf853e8103020100", "3003020100",
    "bfffffffffff7f00", "a1820001ff",
  ])
  func `Members out of order, twice, cut or badly encoded are refused`(hexadecimal: String) {
    #expect(throws: DERError.self) { try list(hexadecimal) }
  }
}
