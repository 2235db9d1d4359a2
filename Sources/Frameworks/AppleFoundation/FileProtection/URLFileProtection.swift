// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A file's protection as a URL's resource value. Foundation has no such type on Linux.
public struct URLFileProtection: RawRepresentable, Hashable, Sendable {
  /// Apple's string.
  public let rawValue: String

  /// Any string: whether it names a class is for the file system to say.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The class of a file that is readable only while the device is unlocked.
  public static let complete = URLFileProtection(rawValue: "NSURLFileProtectionComplete")
  /// The class of files that are created at any time, and opened only while unlocked.
  public static let completeUnlessOpen = URLFileProtection(rawValue: "NSURLFileProtectionCompleteUnlessOpen")
  /// The class of a file that is readable from the first unlock after a start on.
  public static let completeUntilFirstUserAuthentication = URLFileProtection(
    rawValue: "NSURLFileProtectionCompleteUntilFirstUserAuthentication")
  /// The class of a file that is readable while the person is there; here as long as the device is unlocked.
  public static let completeWhenUserInactive = URLFileProtection(
    rawValue: "NSURLFileProtectionCompleteWhenUserInactive")
  /// The class of a file that is readable always.
  public static let none = URLFileProtection(rawValue: "NSURLFileProtectionNone")

  private static let prefix = "NSURL"

  /// The same class as a file attribute: "NSURLFileProtectionComplete" is "NSFileProtectionComplete" there.
  var fileProtectionType: FileProtectionType {
    FileProtectionType(rawValue: rawValue.hasPrefix(Self.prefix) ? "NS" + rawValue.dropFirst(5) : rawValue)
  }

  init(_ type: FileProtectionType) {
    self.init(rawValue: type.rawValue.hasPrefix("NS") ? Self.prefix + type.rawValue.dropFirst(2) : type.rawValue)
  }
}

extension URLResourceKey {
  /// The key of a file's protection, whose value is a `URLFileProtection`.
  public static let fileProtectionKey = URLResourceKey(rawValue: "NSURLFileProtectionKey")
}
