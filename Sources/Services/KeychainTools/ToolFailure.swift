// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import EnclaveClient
import EnclaveMessages
import Glibc
import KeychainCommandLine
import KeychainModel
import LinuxSystem
import QueryDiagnosis
import TerminalConsole

/// Why a command about the keychain or the apps did not do what it was asked.
enum ToolFailure: Error, Equatable {
  case noHomeDirectory
  case keychain(KeychainStatus)
  case broker(BrokerClientError)
  case input(PasscodeInputError)
  case enclave(EnclaveClientError)
  case words(Assignment.Problem)
  /// A deletion of everything has to be asked for.
  case noAttributes
  case nothingToChange
  case file(path: String, SystemError)
  case entitlements(path: String, EntitlementsError)
  case notRegistered(path: String)
  /// Something of the keychain is damaged or lost, which has been told.
  case keychainDamaged
  /// The library of ciphers failed.
  case crypto
  case wrongPassphrase
  /// Of a file-based keychain.
  case wrongPassword
  /// What a backup has of these was not restored.
  case closedKeychains([KeychainName])
  case noBackup(path: String)
  case damagedBackup(path: String)
  /// It was whole, and is no more what it was.
  case changedBackup(path: String)
  case query(path: String, WrittenTextError)
}

extension ToolFailure {
  var exitCode: ExitCode {
    switch self {
    case .keychain(.interactionNotAllowed), .broker(.refused(.keychain(.interactionNotAllowed))), .closedKeychains:
      .refusedByLockState
    case .wrongPassphrase, .wrongPassword: .wrongPasscode
    case .enclave(.refused(.wrongPasscode)): .wrongPasscode
    case .enclave(.refused(.wait)): .wait
    case .words, .noAttributes, .nothingToChange, .query: .usage
    default: .failed
    }
  }

  /// For the person.
  var sentence: String {
    switch self {
    case .noHomeDirectory: "You have no home directory.\nTry: BAILEY_HOME=/some/folder bailey up"
    case .keychain(let status): status.sentence
    case .broker(let error): error.sentence
    case .input(let error): error.sentence
    case .enclave(let error): error.sentence
    case .words(let problem): problem.sentence
    case .noAttributes: "Say which items, or --all."
    case .nothingToChange: "Say what to change: --set ATTRIBUTE, or --secret."
    case .file(let path, let error): "\(path): \(error.reason)."
    case .entitlements(let path, let error): "\(path): \(error.sentence)"
    case .crypto: "The cryptographic library failed."
    case .wrongPassword: "Wrong password."
    case .closedKeychains(let names):
      "Passed over, because they are locked or do not open: \(names.map { Printable.oneLine($0.text) }.joined(separator: ", ")).\n"
        + "Try: bailey keychain unlock NAME, and the same again"
    case .wrongPassphrase: "Wrong passphrase; nothing was changed."
    case .noBackup(let path): "\(path) is no backup of a keychain, or its beginning is damaged; nothing was changed."
    case .damagedBackup(let path): "\(path) is damaged; nothing was changed."
    case .changedBackup(let path):
      "\(path) was changed while it was restored: perhaps not all that was in it is there again.\n"
        + "Try: the same with a whole copy that nobody writes to"
    case .keychainDamaged: "Not all of the keychain is well."
    case .notRegistered(let path): "\(path) is not registered.\nTry: bailey app list"
    case .query(let path, let error): "\(path): \(error.sentence)"
    }
  }
}

// MARK: - Sentences

extension KeychainStatus {
  fileprivate var sentence: String {
    switch self {
    case .itemNotFound: "There is no such item."
    case .noSuchKeychain: "There is no such keychain.\nTry: security list-keychains"
    case .duplicateItem: "There is such an item already.\nTry: bailey keychain update"
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

extension EnclaveClientError {
  fileprivate var sentence: String {
    switch self {
    case .refused(.wrongPasscode(_, let seconds)):
      "Wrong passcode." + (seconds == 0 ? "" : " The next try is possible in \(seconds) s.")
    case .refused(.wait(let seconds)): "Too many wrong passcodes: the next try is possible in \(seconds) s."
    case .refused(let refusal): "The enclave refused: \(refusal)."
    case .passcodeLength: "A passcode has 1 to 256 bytes."
    case .unreachable, .closed, .timedOut, .unexpectedReply: "The enclave did not answer.\nTry: bailey status"
    }
  }
}

extension BrokerRefusal {
  fileprivate var sentence: String {
    switch self {
    case .keychain(let status): status.sentence
    case .notPermitted: "Only the bailey that belongs to the running instance may do that."
    case .tooManyRequests: "Too much is asked at this moment.\nTry: the command again, later"
    case .file(let code): "The executable cannot be read: \(SystemError(.open, code: code).reason)."
    case .entitlements: "The property list holds no entitlements."
    case .storage(let code): "The registrations cannot be written: \(SystemError(.write, code: code).reason)."
    case .registryDamaged: "The registrations are damaged, or of a newer version; the log says more."
    case .registryFull: "There are as many registered programs as there can be."
    case .notRegistered: "It is not registered.\nTry: bailey app list"
    case .groupTaken(let group): "The access group '\(Printable.oneLine(group))' is another program's, or has items."
    case .authentication: "Nobody could be asked."
    case .malformed, .outOfOrder, .noSharedVersion: "The running Bailey is of another version.\nTry: bailey restart"
    }
  }
}

extension PasscodeInputError {
  fileprivate var sentence: String {
    switch self {
    case .empty: "It has at least one character."
    case .tooLong: "A secret has at most 1 MiB, and at most 256 bytes where it is typed."
    case .different: "The two were not the same; nothing was changed."
    case .cancelled: "Nothing was changed."
    case .ended: "Standard input ended too early."
    case .unreadable(let error): "Standard input: \(error.reason)."
    }
  }
}

extension Assignment.Problem {
  fileprivate var sentence: String {
    switch self {
    case .noValue(let word): "'\(word)' is not of the form NAME=TEXT."
    case .unknownName(let name): "There is no attribute '\(name)'.\nTry: bailey help keychain"
    case .notHexadecimal(let text): "'\(text)' is not made of pairs of hexadecimal digits."
    case .repeated(let name): "'\(name)' is given twice."
    }
  }
}

extension EntitlementsError {
  fileprivate var sentence: String {
    switch self {
    case .notADictionary: "entitlements are a dictionary."
    case .reservedGroup(let group): "the access group '\(group)' is not to be claimed: Bailey gives it out itself."
    case .unreadable(let error): "line \(error.line): \(error.problem.sentence)"
    }
  }
}

extension WrittenTextError {
  fileprivate var sentence: String {
    switch self {
    case .propertyList(let error): "line \(error.line): \(error.problem.sentence)"
    case .json(let line): "line \(line): this is no JSON."
    case .tooLarge: "the file is larger than \(PropertyListLimits.bytes >> 10) KiB."
    case .tooComplex: "it is nested too deeply, or has too many values."
    case .repeatedKey(let key): "the key '\(key)' stands twice."
    case .noDictionary: "a dictionary is needed, or an array of them."
    case .unknownCall(let name): "there is no call '\(name)'. Choices: \(Self.calls)."
    case .badMember(let name): "'\(name)' is nothing that a call has, or its value is of another kind."
    }
  }

  private static var calls: String { CallKind.allCases.map(\.rawValue).joined(separator: ", ") }
}

extension PropertyListError.Problem {
  fileprivate var sentence: String {
    switch self {
    case .binary:
      "this is a binary property list; an XML one is needed. Convert it: plutil -convert xml1, or plistutil -f xml"
    case .notUTF8: "the text is not UTF-8."
    case .tooLarge: "the file is larger than \(PropertyListLimits.bytes >> 10) KiB."
    case .tooComplex: "it is nested too deeply, or has too many values."
    case .endsEarly: "the text ends too early."
    case .expected(.plist): "a property list begins with <plist>."
    case .expected(.value): "a value must stand here."
    case .expected(.key): "a <key> must stand here."
    case .expected(.closingTag(let name)): "</\(name)> must stand here."
    case .expected(.end): "nothing may follow </plist>."
    case .unknownElement(let name): "<\(name)> is no element that entitlements have."
    case .unknownEntity(let name): "&\(name); is not known."
    case .notAnInteger(let text): "'\(text)' is no whole number."
    case .notAFraction(let text): "'\(text)' is no number."
    case .notBase64: "<data> must hold Base64."
    case .notADate(let text): "'\(text)' is no date: it must be like 2024-01-31T23:59:59Z."
    case .repeatedKey(let key): "the key '\(key)' stands twice."
    case .internalSubset: "a document type with declarations of its own is not read."
    }
  }
}
