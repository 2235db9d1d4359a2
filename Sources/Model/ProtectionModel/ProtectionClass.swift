// SPDX-License-Identifier: Apache-2.0

/// The states of the device in which a file's contents may be read, as Apple's Data Protection defines them.
///
/// The raw value is the class number in every format Bailey writes.
package enum ProtectionClass: UInt8, Sendable, CaseIterable {
  /// Class A: only while unlocked, and until the grace period after a lock ends.
  case complete = 1
  /// Class B: created at any time; opened only while unlocked; a file that is open stays usable.
  case completeUnlessOpen = 2
  /// Class C, the default: from the first unlock after a start on.
  case completeUntilFirstUserAuthentication = 3
  /// Class D: always.
  case none = 4

  /// The spelling of the command line.
  package var name: String {
    switch self {
    case .complete: "complete"
    case .completeUnlessOpen: "completeUnlessOpen"
    case .completeUntilFirstUserAuthentication: "completeUntilFirstUserAuthentication"
    case .none: "none"
    }
  }

  /// Apple's `FileProtectionType` string: the value of the `user.bailey.protection` attribute.
  package var attributeValue: String {
    switch self {
    case .complete: "NSFileProtectionComplete"
    case .completeUnlessOpen: "NSFileProtectionCompleteUnlessOpen"
    case .completeUntilFirstUserAuthentication: "NSFileProtectionCompleteUntilFirstUserAuthentication"
    case .none: "NSFileProtectionNone"
    }
  }

  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// `NSFileProtectionCompleteWhenUserInactive` is taken as `complete` until there is an inactivity event.
  package init?(attributeValue: String) {
    if attributeValue == "NSFileProtectionCompleteWhenUserInactive" {
      self = .complete
      return
    }
    guard let found = Self.allCases.first(where: { $0.attributeValue == attributeValue }) else { return nil }
    self = found
  }
}
