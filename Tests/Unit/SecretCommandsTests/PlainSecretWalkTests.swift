// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONCoding
import SystemCalls
import TemporaryFolder
import Testing

@testable import SecretCommands

@Suite struct PlainSecretWalkTests {
  private func walk(_ folder: URL, _ limits: PlainSecretWalk.Limits = .init()) throws -> PlainSecretWalk {
    var walk = PlainSecretWalk(limits)
    try walk.look(through: folder.path)
    return walk
  }

  @Test func `Twenty files are found among two hundred others`() throws {
    let temporary = try TemporaryFolder()
    let home = try PlainTextHome(in: URL(fileURLWithPath: temporary.path))
    let walk = try walk(home.folder)
    #expect(walk.found.map(\.path) == PlainTextHome.secrets.keys.sorted())
    #expect(walk.unreadable == 0 && !walk.isCut)
  }

  @Test func `No report has a secret in it`() throws {
    let temporary = try TemporaryFolder()
    let home = try PlainTextHome(in: URL(fileURLWithPath: temporary.path))
    let report = PlainSecretReport(folder: home.folder.path, walk: try walk(home.folder))
    let canary = PlainTextHome.canary
    for text in [report.json.text, report.sarif.text] {
      #expect(!text.contains(canary.prefix(16)) && text.contains("config.json"))
    }
  }

  @Test func `Links are not followed and limits end the walk`() throws {
    let temporary = try TemporaryFolder()
    let (outside, inside) = (
      URL(fileURLWithPath: temporary.path).appending(path: "outside"),
      URL(fileURLWithPath: temporary.path).appending(path: "inside")
    )
    let home = try PlainTextHome(in: outside)
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    for (name, target) in [("linked", outside), (".netrc", outside.appending(path: ".netrc"))] {
      try FileManager.default.createSymbolicLink(at: inside.appending(path: name), withDestinationURL: target)
    }
    #expect(try walk(inside).found == [])
    let short = try walk(home.folder, .init(found: 3))
    #expect(short.found.count == 3 && short.isCut)
    #expect(try walk(home.folder, .init(depth: 1)).isCut)
    #expect(try walk(home.folder, .init(entries: 5)).isCut)
  }

  @Test func `A report for other programs names rules files and lines`() throws {
    let temporary = try TemporaryFolder()
    let file = URL(fileURLWithPath: temporary.path).appending(path: "a b/.pgpass")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("# mine\ndb:5432:*:ada:opensesame\n".utf8).write(to: file)
    let report = PlainSecretReport(
      folder: URL(fileURLWithPath: temporary.path).path, walk: try walk(URL(fileURLWithPath: temporary.path)))
    let expected = #""ruleId":"pgpass","level":"error""#
    let sarif = report.sarif.text
    #expect(sarif.contains(expected) && sarif.contains(#""uri":"a%20b/.pgpass""#) && sarif.contains(#""startLine":2"#))
    #expect(report.json.text.contains(#"{"path":"a b/.pgpass","line":2,"format":"pgpass","kind":"password"}"#))
  }
}
