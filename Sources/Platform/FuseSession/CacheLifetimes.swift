// SPDX-License-Identifier: Apache-2.0
import CFuse

/// How long, in seconds, the kernel may answer from what it was told.
///
/// Everything that changes through the mount is refreshed at once, so these matter only where the filesystem changes
/// something by itself.
package struct CacheLifetimes: Sendable {
  package var attributes: Double
  package var names: Double
  /// The seconds of a name that does not exist; 0 asks every time.
  package var missingNames: Double

  package init(attributes: Double = 1, names: Double = 1, missingNames: Double = 0) {
    self.attributes = attributes
    self.names = names
    self.missingNames = missingNames
  }
}

extension Entry {
  func native(_ lifetimes: CacheLifetimes) -> fuse_entry_param {
    var native = fuse_entry_param()
    native.ino = node.rawValue
    native.generation = generation
    native.attr = attributes.native
    native.attr_timeout = lifetimes.attributes
    native.entry_timeout = lifetimes.names
    return native
  }
}
