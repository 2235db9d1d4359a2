// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import JSONCoding
import PublishedCeremonies
import SecretMemory
import Testing
import WebAuthn

@Suite struct PublishedCeremonyTests {
  @Test func `All fifteen ceremonies are there`() {
    #expect(PublishedCeremony.all.count == 15)
  }

  @Test(arguments: PublishedCeremony.all)
  func `Each published ceremony registers and signs in`(ceremony: PublishedCeremony) throws {
    let registration = try ceremony.register()
    #expect(registration.record.id == ceremony.credentialID)
    #expect(registration.record.aaguid.bytes == ceremony.aaguid)
    #expect(registration.record.userHandle == PublishedCeremony.userHandle)
    let assertion = try ceremony.signIn(registration.record)
    #expect(assertion.credentialID == ceremony.credentialID)
    #expect(assertion.userHandle == PublishedCeremony.userHandle)
  }

  private static let kinds: [(String, AttestationFormat, Attestation.Kind)] = [
    ("none-es256", .none, .none), ("packed-self-es256", .packed, .selfSigned), ("packed-es256", .packed, .basic),
    ("packed-ed448", .packed, .basic), ("tpm-es256", .tpm, .authority), ("android-key-es256", .androidKey, .basic),
    ("apple-es256", .apple, .anonymizationAuthority), ("fido-u2f-es256", .fidoU2F, .basic),
  ]

  @Test(arguments: kinds) func `What a statement proves is told`(
    name: String, format: AttestationFormat, kind: Attestation.Kind
  ) throws {
    let attestation = try PublishedCeremony.named(name).register().attestation
    #expect(attestation.map(\.format) == [format])
    #expect(attestation.map(\.kind) == [kind])
  }

  @Test(arguments: PublishedCeremony.all)
  func `Responses and options survive their JSON forms`(ceremony: PublishedCeremony) throws {
    #expect(try RegistrationResponse(ceremony.registration.json) == ceremony.registration)
    #expect(try AuthenticationResponse(ceremony.authentication.json) == ceremony.authentication)
    #expect(try CreationOptions(ceremony.creationOptions.json) == ceremony.creationOptions)
    #expect(try CredentialRequestOptions(ceremony.requestOptions.json) == ceremony.requestOptions)
    let object = try AttestationObject(ceremony.registration.attestationObject)
    #expect(object.encoded == ceremony.registration.attestationObject)
  }

  /// Section 16.17.1.2: the salts of the inputs, and the outputs of an authenticator with this seed.
  @Test func `The published inputs of prf give the published outputs`() throws {
    let seed = PublishedCeremony.bytes("437e065e723a98b2f08f39d8baf7c53ecb3c363c5e5104bdaaf5d5ca2e028154")
    let published = [
      (
        "576562417574686e20505246207465737420766563746f727302",
        "527413ebb48293772df30f031c5ac4650c7de14bf9498671ae163447b6a772b3",
        "3c33e07d202c3b029cc21f1722767021bf27d595933b3d2b6a1b9d5dddc77fae"
      ),
      (
        "576562417574686e20505246207465737420766563746f727303",
        "d68ac03329a10ee5e0ec834492bb9a96a0e547baf563bf78ccbe8789b22e776b",
        "a62a8773b19cda90d7ed4ef72a80a804320dbd3997e2f663805ad1fd3293d50b"
      ),
    ]
    for (input, salt, output) in published {
      let made = PRFSalt.salt(of: PublishedCeremony.bytes(input))
      #expect(made == PublishedCeremony.bytes(salt))
      let mac = HMACSHA256.authenticate(made.span, key: SecretBytes(copying: seed.span))
      #expect(mac == PublishedCeremony.bytes(output))
    }
  }
}
