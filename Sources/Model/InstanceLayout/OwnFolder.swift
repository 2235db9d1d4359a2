// SPDX-License-Identifier: Apache-2.0

/// Folders at the top of the protected mount that are Bailey's: no app reaches them because it was handed the mount, also
/// before they are made. An app's own container is shown to it by itself.
package enum OwnFolder: String, Sendable, CaseIterable {
  case containers = "Containers"
  case groupContainers = "Group Containers"
  case widgets = "Widgets"

  /// The folders in which programs of several apps meet.
  package static let shared = [groupContainers]
}
