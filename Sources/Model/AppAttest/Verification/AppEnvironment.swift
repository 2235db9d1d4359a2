// SPDX-License-Identifier: Apache-2.0
package import WebAuthn

/// The service at which an app attested. A key of one means nothing at the other.
package enum AppEnvironment: String, Sendable, CaseIterable {
  case production
  case development

  /// The identifier of the environment in authenticator data: sixteen octets ("Validating apps that connect to your
  /// server", step 8).
  package var aaguid: AAGUID {
    let name = self == .production ? "appattest\0\0\0\0\0\0\0" : "appattestdevelop"
    guard let aaguid = AAGUID(Array(name.utf8)) else { preconditionFailure("a name is not of sixteen octets") }
    return aaguid
  }
}
