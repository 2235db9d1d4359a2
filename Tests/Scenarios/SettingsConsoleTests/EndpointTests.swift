// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsolePages
import Foundation
import PromptModel
import RepositoryFolder
import Testing

@testable import SettingsConsole

/// `Documentation/Console.openapi.json` says what can be asked, and nothing else.
@Suite struct EndpointTests {
  private struct Description: Decodable {
    struct Operation: Decodable {
      let responses: [String: Response]
      let security: [[String: [String]]]?
    }
    struct Response: Decodable {}
    let paths: [String: [String: Operation]]
  }

  private static let description = RepositoryFolder.url.appending(path: "Documentation/Console.openapi.json")

  @Test func `The description has every endpoint, and no other`() throws {
    let text = try Data(contentsOf: Self.description)
    let description = try JSONDecoder().decode(Description.self, from: text)
    let described = description.paths.flatMap { path, operations in
      operations.keys.map { "\($0.uppercased()) \(path)" }
    }
    #expect(Set(described) == Set(ConsoleEndpoint.allCases.map(\.rawValue)))
    for (path, operations) in description.paths {
      for operation in operations.values {
        #expect(operation.security == nil ? path == "/api/session" : operation.responses["4XX"] != nil)
      }
    }
  }

  @Test func `A path leads to its endpoint, with what stands for its parameters`() {
    func found(_ method: String, _ path: String) -> String? {
      ConsoleEndpoint.find(method, path).map { "\($0.endpoint) \($0.parameters)" }
    }
    #expect(found("GET", "/api/files/-/name/0/") == #"folder ["-", "name", "0", ""]"#)
    #expect(found("GET", "/api/files/-/size/200/a/b c") == #"folder ["-", "size", "200", "a/b c"]"#)
    #expect(found("POST", "/api/requests/00ff/choose") == "choose [\"00ff\"]")
    #expect(found("GET", "/api/apps/a.b/icon") == "icon [\"a.b\"]")
    #expect(found("GET", "/api/apps/a.b") == "app [\"a.b\"]")
    for path in ["/api/apps/", "/api/apps//icon", "/api/files", "api/overview", "/api/overview/", "", "/"] {
      #expect(found("GET", path) == nil)
    }
    #expect(found("POST", "/api/overview") == nil && ConsoleEndpoint.knows("/api/overview"))
  }

  @Test func `Each language has each text`() throws {
    func keys(_ path: String) throws -> Set<String> {
      let page = try #require(ConsolePages.all.first { $0.path == path })
      let text = String(decoding: page.bytes, as: UTF8.self)
      return Set(text.matches(of: /[\s{,]"?([\w.]+)"?: "/).map { String($0.1) })
    }
    let english = try keys("/en.js")
    #expect(english.count > 300)
    for other in ["/it.js", "/zh.js"] { #expect(try keys(other) == english) }
    for service in ConsentService.allCases {
      #expect(english.isSuperset(of: ["service.\(service.name)", "operation.\(service.name)"]), "\(service)")
    }
    for answer in ConsentAnswer.allCases { #expect(english.contains("answer.\(answer)"), "\(answer)") }
    for condition in ConsentListing.Condition.allCases where condition != .counts {
      #expect(english.contains("condition.\(condition)"), "\(condition)")
    }
    for choice in ConsentChoice.allCases { #expect(english.contains("choice.\(choice.word)"), "\(choice)") }
    for problem in FileProblem.allCases { #expect(english.contains("problem.\(problem)"), "\(problem)") }
    for use in FileWish.Use.allCases {
      #expect(english.isSuperset(of: ["fileAsks.\(use)", "fileGets.\(use)", "do.\(use)"]), "\(use)")
    }
  }
}
