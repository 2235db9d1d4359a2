// SPDX-License-Identifier: Apache-2.0

/// The changes to the items found: the second dictionary of `SecItemUpdate`.
package struct ItemChanges: Sendable {
  package var attributes: ItemAttributes
  /// The new data; nil leaves the data as it is.
  package var data: SecretData?
  /// A defect of the dictionary that was found when it was read.
  package var defect: KeychainStatus?

  package init(_ attributes: ItemAttributes = [:], data: SecretData? = nil, defect: KeychainStatus? = nil) {
    self.attributes = attributes
    self.data = data
    self.defect = defect
  }
}
