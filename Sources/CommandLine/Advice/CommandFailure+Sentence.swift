// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import BrokerClient
import BrokerMessages
import ConsentModel
import EnclaveClient
import EnclaveMessages
import KeychainModel
import SystemCalls
import TerminalConsole

extension CommandFailure {
  /// The failure in a sentence for the person.
  package var sentence: String {
    switch self {
    case .noHomeDirectory: "You have no home directory.\nTry: BAILEY_HOME=/some/folder bailey up"
    case .keychain(let status): status.sentence
    case .broker(let error): error.sentence
    case .input(let error): Advice(for: error, of: .other).text
    case .enclave(let error): Advice(for: error).text
    case .file(let path, let error): "\(path): \(error.reason)."
    case .notRegistered(let path): "\(path) is not registered.\nTry: bailey app list"
    case .app(let error): error.sentence
    case .particular(let sentence, _): sentence
    }
  }
}

extension KeychainStatus {
  fileprivate var sentence: String {
    switch self {
    case .itemNotFound: "There is no such item."
    case .noSuchKeychain: "There is no such keychain.\nTry: security list-keychains"
    case .duplicateItem: "There is such an item already.\nTry: bailey help keychain update"
    case .interactionNotAllowed: "The lock state does not allow it.\nTry: bailey unlock"
    case .notAvailable: "The keychain cannot be reached.\nTry: bailey status"
    case .noSuchAttribute: "Items of this class have no such attribute."
    case .param: "An attribute has a value that it cannot have."
    case .missingEntitlement: "This program may not use that access group.\nTry: bailey keychain groups"
    case .readOnly: "The keychain can only be read."
    case .inputOutput: "The disk failed."
    default: "\(message) (\(rawValue))"
    }
  }
}

extension BrokerClientError {
  fileprivate var sentence: String {
    switch self {
    case .unreachable: "Bailey is not running.\nTry: bailey up"
    case .closed: "The keychain went away in the middle of the call.\nTry: bailey status"
    case .unexpectedReply: "The running Bailey is of another version.\nTry: bailey restart"
    case .tooLarge: "That is more than a message may hold."
    case .refused(let refusal): refusal.sentence
    }
  }
}

extension BrokerRefusal {
  fileprivate var sentence: String {
    switch self {
    case .keychain(let status): status.sentence
    case .locked: "Bailey is locked.\nTry: bailey unlock"
    case .notPermitted: "Only the bailey that belongs to the running instance may do that."
    case .tooManyRequests: "Too much is asked at this moment.\nTry: the command again, in a few seconds"
    case .file(let code): "The executable cannot be read: \(SystemError(.open, code: code).reason)."
    case .entitlements: "The property list holds no entitlements."
    case .storage(let code): "The registrations cannot be written: \(SystemError(.write, code: code).reason)."
    case .registryDamaged: "The registrations are damaged, or of a newer version; the log says more."
    case .registryRefused:
      "The register of apps is not the one that Bailey wrote last: it was forged, replaced by an old copy, or removed. No "
        + "program is registered, or no app installed.\nTry: bailey app register, with the passcode, for each program that is "
        + "yours; bailey app ca, with the passcode, before apps are installed again"
    case .stateChanged: "The lock state changed meanwhile.\nTry: the command again"
    case .registryFull: "There are as many registered programs as there can be."
    case .notRegistered: "It is not registered.\nTry: bailey app list"
    case .groupTaken(let group): "The access group '\(Printable.oneLine(group))' is a program's, or has items or keys."
    case .script:
      "It is a script: what runs is its interpreter, which is the same program for every script.\n"
        + "Try: a compiled executable"
    case .served:
      "It is on a file system that a program or another machine serves, which could show each reader another file.\n"
        + "Try: a copy on a disk of this machine"
    case .bundle(let refusal): refusal.sentence
    case .authentication: "Nobody could be asked."
    case .agentTaken(let process): "Another agent asks you already: process \(process)."
    case .consent(let refusal): refusal.sentence
    case .access(let refusal): refusal.sentence
    case .attest(.locked): "Nothing can be attested before the first unlock.\nTry: bailey unlock"
    case .attest: "The keys of apps that attest cannot be used.\nTry: bailey status"
    case .malformed, .outOfOrder, .noSharedVersion: "The running Bailey is of another version.\nTry: bailey restart"
    }
  }
}

extension ConsentRefusal {
  fileprivate var sentence: String {
    switch self {
    case .locked: "The answers can be read from the first unlock on.\nTry: bailey unlock"
    case .newer: "The answers are of a newer version of Bailey: every app is refused until that version is back."
    case .full: "There are as many answers as there can be.\nTry: bailey privacy prune"
    case .unavailable: "The answers cannot be read or written; the log says more."
    case .unknownApp: "No such app is installed, and there is no such file: nobody knows what its code must be."
    case .notProved: "The passcode is needed."
    case .badPolicy: "That is no policy."
    case .restricted: "A policy decides that.\nTry: bailey privacy policy show"
    case .notAnApp: "That program cannot be told from others."
    case .notAvailableHere: "That is not available here: no app can be given it."
    case .hasNoEmptySource:
      "Of this service there is no empty source.\nTry: bailey privacy deny, without --empty"
    }
  }
}

extension AccessRefusal {
  fileprivate var sentence: String {
    switch self {
    case .locked: "What apps used can be read from the first unlock on.\nTry: bailey unlock"
    case .newer: "What apps used was written down by a newer version of Bailey."
    case .unavailable: "What apps used cannot be read or written; the log says more."
    case .noApp: "No app was started by this process."
    case .notAllowed: "The person has not allowed it."
    case .noLocation: "Nothing says where this computer is.\nTry: bailey privacy location set LATITUDE,LONGITUDE"
    }
  }
}
