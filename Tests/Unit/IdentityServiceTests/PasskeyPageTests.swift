// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import IdentityDatabase
import IdentityModel
import IdentityService
import JOSECoding
import JSONCoding
import Keybag
import PasskeyKeys
import PasskeyResponses
import ProtectionModelTesting
import Testing
import WebAuthn
import WebForms
import WebServer

/// A device that keeps one passkey.
private final class Device {
  private let keyring = PasskeyKeyring(FakeClassKeys())
  private let origin: CeremonyOrigin
  private(set) var id: [UInt8] = []
  private var key: PasskeyKey?
  private(set) var handle: [UInt8] = []

  init(at origin: String = "https://id.example.org") { self.origin = CeremonyOrigin(origin) }

  func register(_ page: WebResponse) throws -> String {
    let options = try CreationOptions(try #require(page.passkeyOptions))
    #expect(options.residentKey == "required" && options.userVerification == .required)
    let registration = try PasskeyRegistration(options, for: try #require(options.relyingPartyID), at: origin)
    let new = try keyring.make(registration.creation(.portable))
    (id, key, handle) = (SystemRandom.bytes(32), new.key, options.user.id)
    return try registration.response(new, id: id).json.text
  }

  func signIn(_ page: WebResponse) throws -> String {
    let options = try CredentialRequestOptions(try #require(page.passkeyOptions))
    #expect(options.allowedCredentials.isEmpty && options.userVerification == .required)
    let signIn = try PasskeySignIn(options, for: try #require(options.relyingPartyID), at: origin)
    let assertion = try keyring.assertion(signIn.use(try #require(key), id: id))
    return signIn.response(assertion, id: id, userHandle: handle).json.text
  }
}

extension ProviderUnderTest {
  fileprivate func add(_ response: String, on page: WebResponse) -> WebResponse {
    let seal = page.hiddenFields.first { $0.name == "seal" }
    return send("POST", "/account/passkey/add", fields: [seal, .init("response", response)].compactMap { $0 })
  }

  fileprivate func use(_ response: String, on page: WebResponse, headers: [String: String] = [:]) -> WebResponse {
    send("POST", "/auth/passkey", headers: headers, fields: page.hiddenFields + [.init("response", response)])
  }

  /// The outcome of the last request, as it is logged.
  fileprivate func logged() throws -> String { try store.loggedRequests(id: nil, atMost: 1).first?.record ?? "" }

  fileprivate func signedOut() { cookies = cookies.filter { !$0.key.hasSuffix("session") } }

  fileprivate func register(_ device: Device) throws {
    _ = try signIn()
    let page = send("GET", "/account")
    #expect(add(try device.register(page), on: page).location == "/account")
    #expect(try logged().contains("passkeyAdded"))
    signedOut()
  }
}

@Suite struct PasskeyPageTests {
  @Test func `A passkey is added at the account's page, signs in to a site, and is removed`() throws {
    let provider = try ProviderUnderTest()
    let device = Device()
    try provider.register(device)
    let page = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
    let answer = provider.use(try device.signIn(page), on: page)
    #expect(answer.location == "/auth/authorize?" + ProviderUnderTest.query())
    #expect(try provider.allow()["code"] != nil)
    let account = provider.send("GET", "/account")
    #expect(account.text.contains("Passkey 1"))
    let seal = try #require(account.hiddenFields.first { $0.name == "seal" })
    let other = FormFields.Field("passkey", "AAAA")
    _ = provider.send("POST", "/account/passkey/remove", fields: [seal, other])
    #expect(try provider.logged().contains("passkeyUnknown"))
    let id = try #require(try provider.passkeys.credentials(of: device.handle).first?.id)
    _ = provider.send("POST", "/account/passkey/remove", fields: [seal, .init("passkey", Base64URL.encode(id))])
    #expect(try provider.passkeys.credentials(of: device.handle).isEmpty)
    provider.signedOut()
    let next = provider.send("GET", "/account")
    let refused = provider.use(try device.signIn(next), on: next)
    #expect(refused.status == 403 && refused.text.contains("belongs to no account"))
    #expect(try provider.logged().contains("credentialNotAllowed"))
  }

  @Test func `An answer counts once, in the browser that was asked, and for ten minutes`() throws {
    let provider = try ProviderUnderTest()
    let device = Device()
    try provider.register(device)
    let page = provider.send("GET", "/account")
    let response = try device.signIn(page)
    #expect(provider.use(response, on: page).status == 303)
    provider.signedOut()
    #expect(provider.use(response, on: page).status == 403)
    #expect(try provider.logged().contains("passkeyStale"))
    let own = provider.cookies
    let late = provider.send("GET", "/account")
    provider.cookies = [:]
    let others = provider.send("GET", "/account")
    // What one browser was asked is answered in another, with that one's own form.
    #expect(provider.use(try device.signIn(late), on: others).status == 403)
    #expect(try provider.logged().contains("passkeyStale"))
    provider.cookies = own
    let old = provider.send("GET", "/account")
    provider.pass(seconds: 601)
    #expect(provider.use(try device.signIn(old), on: old).status == 403)
    #expect(provider.send("GET", "/account").text.contains("action=\"/auth/sign-in\""))
  }

  @Test func `A page of another origin, another site's form, and what is no answer sign nobody in`() throws {
    let provider = try ProviderUnderTest()
    try provider.register(Device())
    let foreign = Device(at: "https://id.example.org.evil.example")
    let page = provider.send("GET", "/account")
    _ = try provider.signIn()
    let account = provider.send("GET", "/account")
    _ = provider.add(try foreign.register(account), on: account)
    #expect(try provider.logged().contains("\"origin\""))
    provider.signedOut()
    for text in ["", "{}", "[", "{\"id\":1}"] { #expect(provider.use(text, on: page).status == 403) }
    #expect(try provider.logged().contains("malformed"))
    let device = Device()
    try provider.register(device)
    let asked = provider.send("GET", "/account")
    for site in ["cross-site", "same-site", "none"] {
      let answer = provider.use(
        try device.signIn(asked), on: asked, headers: ["origin": "null", "sec-fetch-site": site])
      #expect(answer.status == 403)
      #expect(try provider.logged().contains("formNotOurs"))
    }
  }

  @Test func `A session of long ago adds none, and removing one is still possible`() throws {
    let provider = try ProviderUnderTest()
    let device = Device()
    try provider.register(device)
    _ = try provider.signIn()
    let page = provider.send("GET", "/account")
    let response = try Device().register(page)
    provider.pass(seconds: 15 * 60 + 1)
    _ = provider.add(response, on: page)
    #expect(try provider.logged().contains("signInTooOld"))
    let later = provider.send("GET", "/account")
    #expect(later.passkeyOptions == nil && later.text.contains("sign out and sign in again"))
    #expect(later.text.contains("/account/passkey/remove"))
    #expect(try provider.passkeys.credentials(of: device.handle).count == 1)
  }

  @Test func `The user handle stays the same, and says nothing of the person`() throws {
    let provider = try ProviderUnderTest()
    let (one, two) = (Device(), Device())
    try provider.register(one)
    try provider.register(two)
    #expect(one.handle == two.handle && one.handle.count == 32)
    #expect(try provider.store.account(passkeyHandle: one.handle)?.mail == ProviderUnderTest.mail)
    #expect(try provider.passkeys.credentials(of: one.handle).map(\.id) == [one.id, two.id])
  }

  @Test func `Pages run one file of the provider's, and only where there are passkeys`() throws {
    let provider = try ProviderUnderTest()
    let page = provider.send("GET", "/account")
    let policy = try #require(page.header("Content-Security-Policy"))
    #expect(policy.contains("script-src 'self'") && !policy.contains("unsafe"))
    #expect(provider.send("GET", "/passkeys.js").header("Content-Type") == "text/javascript; charset=utf-8")
    // Shown by the script alone: without one it would do nothing.
    #expect(page.text.contains("data-passkey=\"get\"") && page.text.contains("\" hidden>"))
  }
}
