// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONCoding
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

  @Test func `A body that is no form is answered by a page, as everything that a browser is shown`() throws {
    let provider = try ProviderUnderTest()
    for path in ["/auth/sign-in", "/auth/code", "/auth/passkey", "/auth/consent"] {
      let answer = provider.send("POST", path, body: "%zz")
      #expect(answer.status == 400 && answer.header("Content-Type") == "text/html; charset=utf-8", "\(path)")
      #expect(answer.text.contains("invalid_request"))
    }
  }
}
