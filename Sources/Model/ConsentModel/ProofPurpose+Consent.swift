// SPDX-License-Identifier: Apache-2.0
package import ProofModel

// What the owner gives the passcode for, said of apps.

extension ProofPurpose {
  package static func grant(_ service: ConsentService, to app: ConsentClient.Key) -> ProofPurpose {
    .grantAccess(service: service.rawValue, kind: app.kind.rawValue, app: app.identifier)
  }

  package static func share(_ paths: [String], withApp identifier: String, _ right: SharedFile.Right) -> ProofPurpose {
    .shareFiles(paths, app: identifier, right: right.rawValue)
  }
}
