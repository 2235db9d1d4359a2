// SPDX-License-Identifier: Apache-2.0

/// How much a program may store at once, and of what there may be how many. The specification names no limits.
package enum SecretServiceLimits {
  /// The maximum size of a secret in bytes, a little below what the keychain takes as one secret.
  package static let secret = (1 << 20) - 1024
  /// The maximum length of a label in bytes of UTF-8.
  package static let label = 4096
  package static let contentType = 255
  package static let attributeName = 255
  package static let attributeValue = 16 << 10
  /// The maximum size of an item's attributes together.
  package static let attributeBytes = 64 << 10
  package static let attributes = 64
  package static let collections = 256
  package static let aliases = 16
  package static let items = 1 << 17
  /// The maximum number of permissions to read.
  package static let permissions = 4096
  /// The maximum number of sessions of all programs, and of one below.
  package static let sessions = 4096
  /// The maximum size of all items' records besides their secrets, in bytes of their texts together: they are in memory
  /// all the time.
  package static let records = 128 << 20
  package static let sessionsOfOne = 256
  package static let prompts = 4096
  package static let promptsOfOne = 256
  /// Objects that are named in one call.
  package static let objects = 1 << 14
  /// Objects that all prompts are for together; those of one program's may be as many as in one call.
  package static let objectsOfPrompts = 1 << 17
  /// Secrets in one answer, in bytes together; the bus allows a message 128 MiB.
  package static let answer = 32 << 20
  /// Secrets of the collection that lives in memory, in bytes together.
  package static let memory = 8 << 20
}
