// SPDX-License-Identifier: Apache-2.0

/// The caller of the keychain: its access groups and entitlements.
package struct KeychainCaller: Sendable, Equatable {
  package var groups: AccessGroupList
  package var entitlements: Entitlements

  package struct Entitlements: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The caller may share an item with a group of people (`ggrp`).
    package static let sharingGroups = Entitlements(rawValue: 1 << 0)
    /// The caller may give hints for synchronisation (`vwht`).
    package static let syncViewHints = Entitlements(rawValue: 1 << 1)
    /// The caller is an app clip: it may use its own group only, and its items do not synchronise.
    package static let isAppClip = Entitlements(rawValue: 1 << 2)
  }

  package init(groups: AccessGroupList, entitlements: Entitlements = []) {
    self.groups = groups
    self.entitlements = entitlements
  }
}
