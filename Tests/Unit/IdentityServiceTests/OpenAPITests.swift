// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONCoding
import MachineEnrolment
import RepositoryFolder
import SignInRules
import Testing
import WebServer

@testable import IdentityService

/// `Documentation/SignIn.openapi.json` describes what is answered, all of it and nothing else.
@Suite struct OpenAPITests {
  private let document: [String: Any]
  private var paths: [String: [String: [String: Any]]] {
    document["paths"] as? [String: [String: [String: Any]]] ?? [:]
  }

  init() throws {
    let file = RepositoryFolder.url.appending(path: "Documentation/SignIn.openapi.json")
    document = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  @Test func `Each endpoint is described with its method, and no other is`() {
    let described = paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(path)" } }
    #expect(described.sorted() == Endpoint.allCases.map { "\($0.method) \($0.rawValue)" }.sorted())
  }

  @Test func `The document of addresses and the words of refusals have what is described`() throws {
    let components = document["components"] as? [String: [String: [String: Any]]]
    let schemas = try #require(components?["schemas"])
    let discovery = try ProviderUnderTest().send("GET", "/.well-known/openid-configuration")
    #expect(Set(discovery.json.map(\.name)) == Set(try #require(schemas["Discovery"]?["required"] as? [String])))
    let refusal = schemas["Refusal"]?["properties"] as? [String: [String: Any]]
    let words = try #require(refusal?["error"]?["enum"] as? [String])
    #expect(Set(words) == Set(OAuthError.allCases.map(\.rawValue) + ["slow_down", "temporarily_unavailable"]))
  }

  @Test func `An issuer's refusals are described with the statuses that they are sent with`() throws {
    let refusals: [IssuerRefusal] = [
      .malformed, .endorsementKeyUnknown, .endorsementCertificate, .attestationKey, .enrolmentUnknown, .proof,
      .machineUnknown, .machineRevoked, .machineSignature, .otherIssuer, .challenge, .clockDiffers, .keyTaken,
      .environment,
      .tooMany(seconds: 1), .unavailable,
    ]
    var described: Set<String> = []
    for (path, operations) in paths where path.hasPrefix("/attest/") {
      let responses = try #require(operations["post"]?["responses"] as? [String: [String: Any]])
      for (status, response) in responses {
        let headers = try #require(response["headers"] as? [String: Any])
        #expect((headers["Retry-After"] != nil) == (status == "429"), "\(path) \(status)")
        let content = response["content"] as? [String: [String: [String: Any]]]
        let properties = content?["application/json"]?["schema"]?["properties"] as? [String: [String: Any]]
        for word in properties?["error"]?["enum"] as? [String] ?? [] { described.insert("\(status) \(word)") }
      }
    }
    #expect(described == Set(refusals.map { "\($0.status) \($0.name)" }))
  }

  @Test func `A body that is no form is answered by a page, as everything that a browser is shown`() throws {
    let provider = try ProviderUnderTest()
    for path in ["/auth/sign-in", "/auth/code", "/auth/passkey", "/auth/consent"] {
      let answer = provider.send("POST", path, body: "%zz")
      #expect(answer.status == 400 && answer.header("Content-Type") == "text/html; charset=utf-8", "\(path)")
      #expect(answer.text.contains("invalid_request"))
    }
  }
}
