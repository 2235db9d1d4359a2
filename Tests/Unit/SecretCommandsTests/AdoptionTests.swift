// SPDX-License-Identifier: Apache-2.0
import ForkedProcess
import Foundation
import Glibc
import TemporaryFolder
import Testing

@testable import SecretCommands

/// Adoption that is killed before each of its steps, without a mount: the steps are those of any file system.
@Suite struct AdoptionTests {
  private static let text = "machine example.org login ada password opensesame\n"
  private static let path = ".config/tool/netrc"

  private struct Folders {
    let temporary: TemporaryFolder
    var home: String { temporary.path + "/home" }
    var mount: String { temporary.path + "/mount" }
    var file: String { home + "/" + AdoptionTests.path }
    var place: AdoptionPlace {
      var place = AdoptionPlace(home: home, mount: mount)
      place.setsClass = false
      return place
    }

    init() throws {
      temporary = try TemporaryFolder()
      for folder in [home + "/.config/tool", mount] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      try Data(AdoptionTests.text.utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    }

    var seen: String? {
      (try? Data(contentsOf: URL(fileURLWithPath: file))).map { String(decoding: $0, as: UTF8.self) }
    }
    var isLink: Bool { (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil }

    func adopt(_ place: AdoptionPlace) throws {
      try place.link(AdoptionTests.path, since: place.copy(AdoptionTests.path))
    }

    func takeBack(_ place: AdoptionPlace) throws -> Bool {
      let target = place.target(of: AdoptionTests.path)
      return try place.restore(AdoptionTests.path) { $0.linkTarget() == target }
    }

    /// Whether the process that does it was killed before this step.
    func isKilled(before step: AdoptionPlace.Step, _ body: (AdoptionPlace) throws -> Void) throws -> Bool {
      var place = place
      place.step = { if $0 == step { kill(getpid(), SIGKILL) } }
      let child = ForkedProcess.fork()
      if child == 0 {
        try? body(place)
        _exit(0)
      }
      var status: Int32 = 0
      try #require(unsafe waitpid(child, &status, 0) == child)
      return status & 0x7f == SIGKILL
    }

    /// What was left under hidden names.
    var leftOver: [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: home + "/.config/tool")
      return (names ?? []).filter { $0 != "netrc" }
    }
  }

  @Test(arguments: [AdoptionPlace.Step.copy, .name, .link, .replace])
  func `Killed before a step it has lost nothing and is done the next time`(_ step: AdoptionPlace.Step) throws {
    let folders = try Folders()
    #expect(try folders.isKilled(before: step) { try folders.adopt($0) })
    #expect(folders.seen == Self.text && !folders.isLink)
    try folders.adopt(folders.place)
    #expect(folders.seen == Self.text && folders.isLink && folders.leftOver == [])
  }

  @Test(arguments: [AdoptionPlace.Step.restore, .returned])
  func `Killed on the way back it has lost nothing and is back the next time`(_ step: AdoptionPlace.Step) throws {
    let folders = try Folders()
    try folders.adopt(folders.place)
    #expect(try folders.isKilled(before: step) { _ = try folders.takeBack($0) })
    #expect(folders.seen == Self.text)
    #expect(try folders.takeBack(folders.place))
    #expect(folders.seen == Self.text && !folders.isLink && folders.leftOver == [])
    let mode = try FileManager.default.attributesOfItem(atPath: folders.file)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test func `A file that is written while it is adopted stays`() throws {
    let folders = try Folders()
    var place = folders.place
    let file = folders.file
    place.step = { if $0 == .link { try? Data("new\n".utf8).write(to: URL(fileURLWithPath: file)) } }
    #expect(throws: (any Error).self) { try folders.adopt(place) }
    #expect(folders.seen == "new\n" && !folders.isLink && folders.leftOver == [])
  }

  /// After the last look at it, which the exchange makes up for.
  @Test func `A file that is written in the last moment stays, and so does a newer one`() throws {
    for (step, saved) in [(AdoptionPlace.Step.replace, "late\n"), (.exchanged, "latest\n")] {
      let folders = try Folders()
      var place = folders.place
      let file = folders.file
      place.step = {
        if $0 == .replace { try? Data("late\n".utf8).write(to: URL(fileURLWithPath: file)) }
        guard $0 == .exchanged, step == .exchanged else { return }
        try? FileManager.default.removeItem(atPath: file)
        try? Data(saved.utf8).write(to: URL(fileURLWithPath: file))
      }
      #expect(throws: (any Error).self) { try folders.adopt(place) }
      #expect(folders.seen == saved && !folders.isLink && folders.leftOver == [])
    }
  }

  @Test func `A file that is written in the last moment before it is removed stays`() throws {
    let folders = try Folders()
    var place = folders.place
    let file = folders.file
    let status = try place.copy(Self.path)
    place.step = { if $0 == .replace { try? Data("late\n".utf8).write(to: URL(fileURLWithPath: file)) } }
    #expect(throws: (any Error).self) { try place.remove(Self.path, since: status) }
    #expect(folders.seen == "late\n" && folders.leftOver == [])
  }

  @Test func `Killed after the exchange the plain file goes the next time, unless it is another one`() throws {
    for late in [false, true] {
      let folders = try Folders()
      let file = folders.file
      let isKilled = try folders.isKilled(before: .exchanged) { place in
        var place = place
        let kill = place.step
        place.step = {
          if $0 == .replace, late { try? Data("late\n".utf8).write(to: URL(fileURLWithPath: file)) }
          kill($0)
        }
        try folders.adopt(place)
      }
      #expect(isKilled && folders.seen == Self.text && folders.isLink && folders.leftOver.count == 1)
      #expect(try folders.place.settle(Self.path).count == (late ? 1 : 0))
      #expect(folders.leftOver.count == (late ? 1 : 0))
    }
  }

  @Test func `A helper of git that keeps passwords in another file is left`() {
    func files(_ helper: String) -> [String] { GitConfiguration.files(of: helper, home: "/h") }
    #expect(files("store") == ["/h/.git-credentials", "/h/.config/git/credentials"])
    for helper in ["store --file=~/a", "store --file ~/a", "store --file=$HOME/a", "store --file=\"/h/a\""] {
      #expect(files(helper) == ["/h/a"])
    }
    for helper in ["store --file=a", "store --file=$(x)/a", "store --timeout=7", "store --file=/h/a b"] {
      #expect(files(helper) == [])
    }
  }

  @Test func `What was adopted before under the same name is kept`() throws {
    let folders = try Folders()
    try folders.adopt(folders.place)
    try FileManager.default.removeItem(atPath: folders.file)
    try Data("another\n".utf8).write(to: URL(fileURLWithPath: folders.file))
    try folders.adopt(folders.place)
    #expect(folders.seen == "another\n")
    let older = folders.place.target(of: Self.path) + ".1"
    #expect(try String(contentsOfFile: older, encoding: .utf8) == Self.text)
  }

  @Test func `What was adopted is on record and a record that is not understood stops everything`() throws {
    let temporary = try TemporaryFolder()
    var record = try AdoptionRecord(in: temporary.path)
    let entry = AdoptionRecord.Entry(kind: .git, path: ".git-credentials", helpers: ["store --file=\"a b\""])
    try record.add(entry)
    #expect(try AdoptionRecord(in: temporary.path).entries == [entry])
    try record.remove(entry)
    #expect(try AdoptionRecord(in: temporary.path).entries == [])
    try Data("[{\"kind\":\"other\"}]".utf8).write(to: URL(fileURLWithPath: temporary.path + "/adopted"))
    #expect(throws: (any Error).self) { try AdoptionRecord(in: temporary.path) }
  }
}
