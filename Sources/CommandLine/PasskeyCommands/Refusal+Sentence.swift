// SPDX-License-Identifier: Apache-2.0
import COSEKeys
import TerminalConsole
import WebAuthn

extension Refusal.Step {
  var text: String { "\(section.rawValue) step \(number)" }
}

extension Refusal {
  /// The refusal as a sentence for people. What comes from the response cannot steer a terminal.
  var sentence: String {
    switch detail {
    case nil: reason.sentence
    case .form(let error): "The client data \(error.sentence)"
    case .attestationObject(let error): "The attestation object cannot be read: \(error)."
    case .authenticatorData(let error): "The authenticator data cannot be read: \(error)."
    case .noCredential: "There is no credential in the authenticator data."
    case .otherIdentifier: "The identifier of the response is not the one of the authenticator data."
    case .key(let error): "The credential's key cannot be used: \(error.sentence)."
    case .algorithm(let number, let name):
      "\(name ?? "An algorithm without a name") (\(number)) was not offered, or is not verified."
    case .found(let text): "\(reason.sentence) Found: “\(Printable.oneLine(text))”."
    case .statement(let defect):
      "The statement fails section \(defect.section): \(Printable.oneLine("\(defect.kind)"))."
    case .retired: "The format is retired: its service has ended."
    case .trust(let kind): "The chain of certificates ends at none of the anchors: \(kind)."
    case .unattested: "A maker's statement is required, and there is none."
    case .extension(let name):
      "The output of the extension “\(Printable.oneLine(name))” was not asked for, or has another form."
    case .counters(let found, let stored):
      "The counter is \(found), and \(stored) is stored: the key may have been copied."
    }
  }
}

extension Refusal.Reason {
  fileprivate var sentence: String {
    switch self {
    case .malformed: "It cannot be read."
    case .type: "The client data is of another kind of ceremony."
    case .challenge: "The challenge is not the one that was issued."
    case .origin: "The page's origin is not one of this site's."
    case .crossOrigin: "The page was inside a page of another origin, which is not allowed."
    case .topOrigin: "The page that embeds it is not one that may."
    case .rpIdHash: "The authenticator signed for another site."
    case .userPresence: "Nobody was there: the flag UP is not set."
    case .userVerification: "The person was not verified, which is required: the flag UV is not set."
    case .backupFlags: "It is backed up and may not be: the flag BS is set without BE."
    case .algorithm: "The algorithm was not offered."
    case .extension: "The output of an extension is not one that was asked for."
    case .attestationFormat: "The format of the attestation is not known."
    case .attestationStatement: "The attestation proves nothing."
    case .attestationTrust: "Who attests is not trusted."
    case .credentialIdLength: "The credential's identifier is longer than 1023 bytes."
    case .credentialIdTaken: "Somebody has a credential of this identifier already."
    case .credentialNotAllowed: "The credential is not one that may sign in here."
    case .userHandle: "The response is of another account, or does not say of which."
    case .backupEligibilityChanged: "Whether the credential may be backed up has changed, which it never does."
    case .signature: "The signature is not of this response, or not by this credential."
    case .signCount: "The counter has not risen."
    }
  }
}

extension COSEKeyError {
  fileprivate var sentence: String {
    switch self {
    case .encoding(let error): "its encoding is wrong (\(error))"
    case .parameter(let label): "parameter \(label) is missing or of another type"
    case .unexpectedParameter(let label): "parameter \(label) may not be there"
    case .unsupportedAlgorithm(let number, let name): "\(name ?? "its algorithm") (\(number)) is not verified"
    case .wrongKind: "its kind or curve is not that of its algorithm"
    case .invalidKey: "it is no point of its curve, or of a size that is not allowed"
    }
  }
}
