// SPDX-License-Identifier: Apache-2.0
package import InstanceLayout
import OwnProcess

extension InstanceLocation {
  /// The location that the environment of this process names.
  package static func current() throws(InstanceError) -> InstanceLocation {
    let location = resolve(
      currentDirectory: Environment.currentDirectory, userHome: Environment.homeDirectory,
      variable: Environment.value)
    guard let location else { throw .noHomeDirectory }
    return location
  }
}
