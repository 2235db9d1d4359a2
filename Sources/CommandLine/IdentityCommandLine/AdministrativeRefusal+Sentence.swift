// SPDX-License-Identifier: Apache-2.0
package import IdentityModel

extension AdministrativeRefusal {
  package var sentence: String {
    switch reason {
    case .exists: "\(subject) is there already."
    case .unknown: "There is no \(subject)."
    case .tooMany:
      "\(subject) has two keys that are not revoked, and may not have more.\nTry: bailey-identity key revoke KEYID"
    case .unavailable: "The database cannot be read or written."
    case .newer: "The database was written by a newer version of bailey-identity."
    case .notTeam:
      "\(subject) is no team: ten capital letters and digits, or the sixteen before an app's identifier that a developer signed."
    case .notTenCharacters: "\(subject) is not ten capital letters and digits."
    case .notClientIdentifier: "\(subject) is no identifier of a client: it is written like com.example.app."
    case .notName: "‘\(subject)’ is no name: it has 1 to 80 characters, and none that steer a terminal."
    case .notMail: "\(subject) is no email address."
    case .notKey: "That is no point on P-256."
    case .redirectNotAllowed: "That address may not be registered: \(defect)."
    case .endpointNotAllowed:
      subject == "isAddress" || subject == "isLocal"
        ? "That address may not be told: it is of this machine, or no name.\nTry: \"privateEndpoints\": \"allowed\" in settings.json"
        : "That address may not be told: \(defect)."
    case .usedByPeople:
      "\(subject) \(subject == "1" ? "person uses" : "people use") it.\nTry: app remove --end-consents, or service remove --end-tokens"
    case .hasServices: "\(subject) belongs to it.\nTry: bailey-identity service remove \(subject)"
    case .noEndpoint: "\(subject) has no endpoint.\nTry: bailey-identity endpoint set \(subject) URL"
    case .notEndorsementKey:
      "\(subject) is not the SHA-256 of an endorsement key: 64 hexadecimal digits.\nOn the machine: bailey attest machine key"
    case .notCertificate: "That is no certificate."
    case .noIssuer: "There is no authority yet: it is made when the provider first serves."
    case .wordMissing: "\(subject) is missing."
    case .malformed: "The provider that runs did not understand that. It may be of another version."
    }
  }

  private var defect: String {
    switch subject {
    case "notHTTPS": "it is not https"
    case "isAddress": "its host is a number and no domain name"
    case "isLocal": "its host is this machine; that is for clients under development"
    case "hasFragment": "it has a fragment (#)"
    case "hasUser": "it has a user’s name (@)"
    case "badCharacter": "it has a character that must be encoded"
    case "noHost": "it has no host"
    case "tooLong": "it is longer than 2,000 bytes"
    default: "it is no absolute address"
    }
  }
}
