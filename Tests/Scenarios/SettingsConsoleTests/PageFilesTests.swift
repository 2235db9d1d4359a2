// SPDX-License-Identifier: Apache-2.0
import ConsolePages
import Testing

/// How the files of the page are loaded.
@Suite struct PageFilesTests {
  @Test func `The page names each of its files itself: none waits for another one that needs it`() throws {
    let page = try #require(ConsolePages.all.first { $0.path == "/" })
    let text = String(decoding: page.bytes, as: UTF8.self)
    let named = text.matches(of: /(?:href|src)="(\/[\w.]+)"/).map { String($0.1) }
    #expect(Set(named) == Set(ConsolePages.all.map(\.path)).subtracting(["/"]))
  }
}
