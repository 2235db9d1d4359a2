// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import AppStore
import CryptoPrimitives
import ForkedProcess
import Foundation
import Glibc
import SystemCalls
import TemporaryFolder
import Testing
import Threads

/// A version that is copied into the store, ended or failed at each of its calls.
@Suite(.serialized) struct InstallationFaultTests {
  private struct Version {
    let folder: String
    let app: AppDescription
    let seal: SignedSeal
  }

  private func version(_ number: Int, below path: String) throws -> Version {
    let folder = "\(path)/bundle-\(number)"
    try FileManager.default.createDirectory(atPath: folder + "/Resources", withIntermediateDirectories: true)
    let info =
      "<plist><dict><key>CFBundleIdentifier</key><string>org.a</string><key>CFBundleExecutable</key>"
      + "<string>a</string><key>CFBundleVersion</key><string>\(number)</string></dict></plist>"
    for (name, text) in [("Info.plist", info), ("a", "program \(number)"), ("Resources/b", "resource \(number)")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a")
    let list = try BundleSeal.list(of: open(folder))
    let bytes = Array(info.utf8)
    return Version(
      folder: folder, app: try AppDescription(propertyList: bytes.span),
      seal: SignedSeal(list: list, bytes: try list.encoded(), signature: [1, 2, 3]))
  }

  private func open(_ path: String) throws -> FileDescriptor { try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) }

  private func store(_ home: String) throws -> AppStore { try AppStore(in: open(home), path: home + "/apps") }

  /// Whether every version that has its name is whole; `old` must be there.
  private func check(_ home: String, _ versions: [Version], old: Version) throws {
    for version in versions {
      let path = "\(home)/apps/org.a/\(Hexadecimal.text(version.seal.digest))/a.app"
      guard FileManager.default.fileExists(atPath: path) else {
        #expect(version.seal.digest != old.seal.digest, "the old version is gone")
        continue
      }
      try BundleSeal.verify(open(path), against: version.seal.list)
      #expect(try BundleSeal.signature(in: open(path)).signature == [1, 2, 3])
    }
  }

  private func each(
    _ body: (_ home: String, _ new: Version, _ number: Int) throws -> Bool
  ) throws {
    try withTemporaryFolder { path in
      let (old, new) = (try version(1, below: path), try version(2, below: path))
      let home = path + "/home"
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      try store(home).add(open(old.folder), old.seal, old.app)
      for number in 1...1000 {
        let isOver = try body(home, new, number)
        try check(home, [old, new], old: old)
        // The next installation removes what this one left, the new version too.
        try store(home).removeOthers(of: "org.a", than: old.seal.digest)
        let left = try FileManager.default.contentsOfDirectory(atPath: home + "/apps/org.a")
        #expect(left == [Hexadecimal.text(old.seal.digest)])
        if isOver {
          #expect(number > 20, "hardly anything was tried")
          return
        }
      }
      Issue.record("it never came to its end")
    }
  }

  /// Fails the call of this number with an error, or ends the process there.
  private final class Fault: Sendable {
    private let count = Locked(0)
    private let number: Int
    private let code: Int32?
    init(at number: Int, _ code: Int32?) {
      self.number = number
      self.code = code
    }
    var plan: FaultPlan {
      FaultPlan { [self] _ in
        let now = count.withLock {
          $0 += 1
          return $0
        }
        guard now == number else { return nil }
        if code == nil { _exit(9) }
        return code
      }
    }
    var wasReached: Bool { count.withLock { $0 } >= number }
  }

  @Test func `A process that is ended at any call leaves the old version whole`() throws {
    try each { home, new, number in
      let child = ForkedProcess.fork()
      if child == 0 {
        let fault = Fault(at: number, nil)
        do {
          try FaultPlan.$current.withValue(fault.plan) {
            try store(home).add(open(new.folder), new.seal, new.app)
          }
        } catch { _exit(1) }
        _exit(0)
      }
      var status: Int32 = 0
      #expect(unsafe waitpid(child, &status, 0) == child)
      #expect(status == 0 || status == 9 << 8)
      return status == 0
    }
  }

  @Test(arguments: [ENOSPC, EIO, EDQUOT])
  func `A full disk and a failing one leave the old version, and nothing unfinished`(code: Int32) throws {
    try each { home, new, number in
      let fault = Fault(at: number, code)
      try? FaultPlan.$current.withValue(fault.plan) {
        try store(home).add(open(new.folder), new.seal, new.app)
      }
      return !fault.wasReached
    }
  }
}
