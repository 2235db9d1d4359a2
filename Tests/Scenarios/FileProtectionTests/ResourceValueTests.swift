// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import Foundation
import RunningInstance
import Testing

/// Resource values as code for Apple's systems passes them on, on a real mount.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "there is no /dev/fuse"))
struct ResourceValueTests {
  private func classify(_ values: URLResourceValues) -> URLFileProtection? { values.fileProtection }

  @Test func `Resource values are Foundation's, and tell the protection`() throws {
    try withInstance { instance in
      let url = instance.mount.appending(path: "file")
      try Data().write(to: url, options: .completeFileProtection)
      let values = try url.resourceValues(forKeys: [.fileProtectionKey, .isDirectoryKey])
      #expect(classify(values) == .complete)
      #expect(values.isDirectory == false)
      var others: URLResourceValues = try url.resourceValues(forKeys: [.nameKey])
      others.isExcludedFromBackup = true
      #expect(others.isExcludedFromBackup == true)
      #expect(classify(others) == nil)
    }
  }

  @Test func `A protection that cannot be told is an error`() throws {
    try withInstance { instance in
      let url = instance.mount.appending(path: "absent")
      let error = #expect(throws: CocoaError.self) { try url.resourceValues(forKeys: [.fileProtectionKey]) }
      #expect(error?.code == .fileReadNoSuchFile)
    }
  }

  @Test func `NSURL sets and gets the protection, alone and among others`() throws {
    try withInstance { instance in
      let url = instance.mount.appending(path: "file")
      try Data().write(to: url)
      try (url as NSURL).setResourceValues([.fileProtectionKey: URLFileProtection.complete])
      var value: AnyObject?
      try (url as NSURL).getResourceValue(&value, forKey: .fileProtectionKey)
      #expect(value as? URLFileProtection == .complete)
      #expect(value as? String == URLFileProtection.complete.rawValue)
      // What was read can be set.
      try (url as NSURL).setResourceValue(URLFileProtection.none, forKey: .fileProtectionKey)
      try (url as NSURL).setResourceValue(value, forKey: .fileProtectionKey)
      let values = try (url as NSURL).resourceValues(forKeys: [.fileProtectionKey, .isDirectoryKey])
      #expect(values[.fileProtectionKey] as? URLFileProtection == .complete)
      #expect(values[.isDirectoryKey] as? Bool == false)
      try (url as NSURL).getResourceValue(&value, forKey: .isDirectoryKey)
      #expect(value as? Bool == false)
      try instance.lock()
      #expect(throws: (any Error).self) { try Data(contentsOf: url) }
    }
  }
}
