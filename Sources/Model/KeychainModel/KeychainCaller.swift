// SPDX-License-Identifier: Apache-2.0

/// What the keychain has to know of the one who calls.
package struct KeychainCaller: Sendable, Equatable {
  package var groups: AccessGroupList
  package var entitlements: Entitlements

  package struct Entitlements: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// May name a group of people to share with (`ggrp`).
    package static let sharingGroups = Entitlements(rawValue: 1 << 0)
    /// May give hints for synchronisation (`vwht`).
    package static let syncViewHints = Entitlements(rawValue: 1 << 1)
    /// An app clip: its own group only, and nothing that synchronises.
    package static let isAppClip = Entitlements(rawValue: 1 << 2)
  }

  package init(groups: AccessGroupList, entitlements: Entitlements = []) {
    self.groups = groups
    self.entitlements = entitlements
  }
}
