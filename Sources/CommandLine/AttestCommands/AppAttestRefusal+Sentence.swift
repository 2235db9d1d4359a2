// SPDX-License-Identifier: Apache-2.0
import AppAttest
import TerminalConsole
import WebAuthn

extension AppAttestRefusal {
  /// The refusal as a sentence for people. What comes from the object cannot steer a terminal.
  var sentence: String {
    switch detail {
    case nil: reason.sentence
    case .encoding(let error): "\(reason.sentence) Its encoding is wrong (\(error))."
    case .member(let name): "\(reason.sentence) “\(Printable.oneLine(name))” is missing, or of another form."
    case .flags(let flags): "\(reason.sentence) Its flags are 0x\([flags].hexadecimal)."
    case .trust(let kind): "\(reason.sentence) (\(kind))"
    case .certificateCount(let count): "There are \(count) certificates, and not the key's and its issuer's."
    case .repeated(let count): "The nonce stands \(count) times in the certificate."
    case .otherCurve: "The key is not on P-256."
    case .otherKey: "The key of the authenticator data is not that of the certificate."
    case .found(let text): "\(reason.sentence) Found: “\(Printable.oneLine(text))”."
    case .unstated: "\(reason.sentence) The system did not state it."
    case .counters(let found, let stored): "The counter is \(found), and \(stored) is stored."
    case .receipt(let error): "\(reason.sentence) (\(error))"
    case .receiptField(let number): "The receipt's field \(number) says something else than the attestation."
    }
  }
}

extension AppAttestRefusal.Reason {
  fileprivate var sentence: String {
    switch self {
    case .malformed: "It cannot be read."
    case .format: "It is of another format than apple-appattest."
    case .trailingData: "Something follows that does not belong there."
    case .chain: "The certificates do not lead to one of the anchors."
    case .leafExpired: "The key's certificate is not good at this time: it is for three days."
    case .nonceMissing: "The certificate has no nonce."
    case .nonce: "The nonce is of other client data, or of another app's attestation."
    case .keyId: "The key is not the one of this identifier."
    case .signature: "The signature is of another request, or by another key."
    case .appId: "It is of another app."
    case .counterNotZero: "The counter of a new key is not zero."
    case .counterNotGreater: "The counter has not risen: it may have been sent before."
    case .environment: "It is of the other environment."
    case .credentialId: "The authenticator data is of another key."
    case .category: "The app is signed in a way that is not allowed."
    case .bundleVersion: "The app is of a version that is not allowed."
    case .codeHash: "The app's code is not one that is allowed."
    case .accessControl: "The key may be used where the policy does not allow it."
    case .basis: "What stands behind the key is not allowed."
    case .receipt: "The receipt is not good."
    case .keyOfAnotherPerson: "The key is another person's."
    case .challengeUnknown: "The challenge was never issued, is too old, or is for something else."
    case .challengeUsed: "The challenge was used before."
    }
  }
}
