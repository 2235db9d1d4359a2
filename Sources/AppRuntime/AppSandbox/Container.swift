// SPDX-License-Identifier: Apache-2.0
package import AppModel
import Glibc
package import LinuxSystem
import PropertyLists
package import ProtectionModel

/// Where an app keeps its files: a folder of the protected mount, of the class that its entitlements name.
package enum Container {
  package static let containers = "Containers"
  package static let groupContainers = "Group Containers"
  private static let attribute = "user.bailey.protection"

  /// Makes what is missing of a container, and gives its path. `name` has no slash.
  package static func prepare(
    _ name: String, among folder: String, on mount: String, _ protectionClass: ProtectionClass?, folders: [String]
  ) throws(SystemError) -> String {
    let root = try FileDescriptor.open(mount, O_RDONLY | O_DIRECTORY)
    try make(folder, in: root)
    let all = try root.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    if try make(name, in: all), let protectionClass {
      let value = Array(protectionClass.attributeValue.utf8)
      try all.setExtendedAttribute(attribute, of: name, to: value.span)
    }
    let container = try all.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    for folder in folders { try make(folder, in: container) }
    return "\(mount)/\(folder)/\(name)"
  }

  /// Whether it was not there.
  @discardableResult private static func make(
    _ name: String, in folder: borrowing FileDescriptor
  ) throws(SystemError) -> Bool {
    do {
      try folder.makeDirectory(name, mode: 0o700)
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw error
    }
  }
}

extension Entitlements {
  /// `com.apple.developer.default-data-protection`: the class of the app's files, nil where the default holds.
  package var defaultProtection: ProtectionClass? {
    values["com.apple.developer.default-data-protection"]?.string.flatMap { ProtectionClass(attributeValue: $0) }
  }
}
