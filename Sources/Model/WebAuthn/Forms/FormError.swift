// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// Why a text is not the JSON form of options or of a response (WebAuthn Level 3, 5.1.8 to 5.1.10).
package enum FormError: Error, Equatable, Sendable {
  case json(JSONError)
  /// The text is JSON and no object.
  case notAnObject
  /// A member that must be there, by its path.
  case missing(String)
  /// A member of another type, or bytes that are no base64url.
  case wrongType(String)
}
