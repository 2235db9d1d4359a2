// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import FilesystemCheck
import Foundation
import Glibc
import ProtectedFiles
import SampleStore
import SystemCalls
import Testing

// MARK: - Folders, links and what belongs to nobody

extension DamagedStoreTests {
  private static let inDocs: Set = ["docs/plan", "docs/other", "docs/inner/deep", "docs/inner/second"]

  static let folders: [Case] = [
    Case(
      name: "the record of a folder",
      damage: ["docs": [.folderRecord], "?": [.name, .name, .name]], lost: inDocs
    ) { try $0.flipAttribute(StoreLayout.recordAttribute, of: "docs", at: 2) },
    Case(
      name: "no record of a folder", damage: ["docs/inner": [.folderRecord], "?": [.name, .name]],
      lost: ["docs/inner/deep", "docs/inner/second"]
    ) { try FileDescriptor.open($0.path("docs/inner"), O_RDONLY).removeExtendedAttribute(StoreLayout.recordAttribute) },
    Case(
      name: "records of folders swapped",
      damage: [
        "docs": [.misplaced, .attributes([])], "?": [.name, .name, .name, .name, .name],
      ], lost: inDocs
    ) { try $0.swapRecords("docs", "docs/inner") },
    Case(
      name: "a folder moved", damage: ["?": [.name]], lost: ["docs/inner/deep", "docs/inner/second"],
    ) { store in
      let path = try store.path("docs/inner")
      let name = path.split(separator: "/").last ?? ""
      try FileManager.default.moveItem(atPath: path, toPath: store.folder.path + "/" + name)
    },
  ]

  /// Then no name in the root can be read, and the mount refuses; below, everything is as it was.
  @Test func `The roots record is mended`() throws {
    let store = try SampleStore()
    let docs = try store.id(ofFolder: "docs")
    let letter = try store.id(ofFile: "letter")
    let root = try store.folder.open()
    try root.setExtendedAttribute(StoreLayout.recordAttribute, to: [1, 2, 3].span)
    #expect(throws: (any Error).self) { try store.files() }
    let found = try store.check()
    #expect(found.damage["."] == [.folderRecord])
    #expect(found.reports.count { $0.damage == .name } == 10)

    #expect(try store.check(.repair).reports.allSatisfy { $0.outcome != .found })
    #expect(try store.check().reports == [])
    let files = try store.files()
    let folder = "lost+found/" + docs.hexadecimal
    #expect(try files.contents(folder + "/inner/second").bytes == SampleStore.contents["letter"])
    #expect(try files.contents(folder + "/plan").bytes == SampleStore.contents["docs/plan"])
    #expect(try files.contents("lost+found/" + letter.hexadecimal).bytes == SampleStore.contents["letter"])
  }

  static let links: [Case] = [
    Case(name: "a link to somewhere else", damage: ["link": [.link]], lost: ["link"]) {
      let path = try $0.path("link")
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    },
    Case(name: "the target of a long link", damage: ["far": [.link]], lost: ["far"]) {
      let targets = $0.folder.path + "/.bailey/targets/"
      let name = try #require(FileManager.default.contentsOfDirectory(atPath: targets).first)
      try SampleStore.flip(path: targets + name, at: 100)
    },
    Case(name: "no target of a long link", damage: ["far": [.link]], lost: ["far"]) {
      let targets = $0.folder.path + "/.bailey/targets/"
      let name = try #require(FileManager.default.contentsOfDirectory(atPath: targets).first)
      try FileManager.default.removeItem(atPath: targets + name)
    },
    Case(name: "a target without a link", damage: ["?": [.stray(.target)]], lost: ["far"]) {
      try FileManager.default.removeItem(atPath: $0.path("far"))
    },
  ]

  static let strays: [Case] = [
    Case(name: "a plain file", damage: ["?": [.stray(.foreign)]]) {
      try Data("hello".utf8).write(to: URL(fileURLWithPath: $0.folder.path + "/hello.txt"))
    },
    Case(name: "a plain folder", damage: ["?": [.stray(.foreign)]]) {
      let path = $0.folder.path + "/stuff/inner"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("hello".utf8).write(to: URL(fileURLWithPath: path + "/hello.txt"))
    },
    Case(name: "a plain link", damage: ["?": [.stray(.foreign)]]) {
      try FileManager.default.createSymbolicLink(
        atPath: $0.folder.path + "/shortcut", withDestinationPath: "/etc/passwd")
    },
    Case(name: "a hidden file", damage: ["?": [.stray(.foreign)]]) {
      try Data("hello".utf8).write(to: URL(fileURLWithPath: $0.path("docs") + "/.DS_Store"))
    },
    Case(name: "something in the store's own folder", damage: ["?": [.stray(.foreign), .stray(.foreign)]]) {
      try Data("hello".utf8).write(to: URL(fileURLWithPath: $0.folder.path + "/.bailey/note"))
      try Data("hello".utf8).write(to: URL(fileURLWithPath: $0.folder.path + "/.bailey/undo/note"))
    },
    Case(name: "a log of a file that is gone", damage: ["?": [.stray(.log)]]) {
      let name = FileID().hexadecimal
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: $0.folder.path + "/.bailey/undo/" + name))
    },
    Case(name: "a folder that was not finished", damage: ["?": [.stray(.unfinishedFolder)]]) {
      let name = "/" + StoreLayout.unfinishedPrefix + FileID().hexadecimal
      try FileManager.default.createDirectory(atPath: $0.path("docs") + name, withIntermediateDirectories: false)
    },
    Case(
      name: "a file that was not finished", damage: ["clock": [.stray(.unfinishedFile)]], lost: ["clock"],
      isMendedByUse: true
    ) {
      let path = try $0.path("clock")
      try FileManager.default.removeItem(atPath: path)
      try Data().write(to: URL(fileURLWithPath: path))
    },
    Case(name: "a sidecar left alone", damage: ["?": [.stray(.sidecar)]], lost: [SampleStore.longName]) {
      try FileManager.default.removeItem(atPath: $0.path(SampleStore.longName))
    },
    Case(name: "a copy of a file", damage: ["?": [.name]]) {
      let path = try $0.path("letter")
      try FileManager.default.copyItem(atPath: path, toPath: path + "-copy")
      let copy = try FileDescriptor.open(path + "-copy", O_RDWR)
      let record = try FileDescriptor.open(path, O_RDONLY).extendedAttribute(StoreLayout.recordAttribute) ?? []
      try copy.setExtendedAttribute(StoreLayout.recordAttribute, to: record.span)
    },
  ]
}
