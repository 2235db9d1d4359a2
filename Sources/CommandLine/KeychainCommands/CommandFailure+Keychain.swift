// SPDX-License-Identifier: Apache-2.0
import Advice
import KeychainModel
import PropertyLists
import QueryDiagnosis
import TerminalConsole

/// The failures of the commands of `bailey keychain` alone.
extension CommandFailure {
  /// A deletion of everything has to be asked for.
  static var noAttributes: Self { .particular("Say which items, or --all.", .usage) }
  static var nothingToChange: Self { .particular("Say what to change: --set ATTRIBUTE, or --secret.", .usage) }
  static func words(_ problem: Assignment.Problem) -> Self { .particular(problem.sentence, .usage) }
  /// A secret without bytes is a mistake: of a pipe whose beginning failed, or of an Enter too many.
  static var noSecret: Self {
    .particular(
      "The secret is empty; nothing was changed.\nTry: the same on a terminal, which asks for it, or with < FILE",
      .failed)
  }
  /// The failure that an item of the class has these words already; `command` shows or changes it.
  static func thereAlready(_ itemClass: ItemClass, _ words: [String], _ command: String) -> Self {
    let option = itemClass == .genericPassword ? "" : " --class \(ClassName.name(of: itemClass))"
    let key = Set(itemClass.ownPrimaryKey + [.accessGroup, .synchronizable])
    let own = words.filter { word in (try? Assignment(word)).map { key.contains($0.attribute) } ?? false }
    let advice = (["bailey keychain \(command)\(option)"] + own.map(quoted)).joined(separator: " ")
    return .particular("There is such an item already; nothing was changed.\nTry: \(advice)", .failed)
  }
  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "@%+=:,./-_".unicodeScalars.contains($0)
    }
    guard !isPlain else { return word }
    let parts = Printable.oneLine(word).split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
  static func query(path: String, _ error: WrittenTextError) -> Self {
    .particular("\(InputFile.name(of: path)): \(error.sentence)", .usage)
  }

  // MARK: - The keychain

  /// Something of the keychain is damaged or lost, and that has been told.
  static var keychainDamaged: Self { .particular("Not all of the keychain is well.", .failed) }
  /// The password of a file-based keychain is wrong.
  static var wrongPassword: Self { .particular("Wrong password.", .wrongPasscode) }

  // MARK: - Backups

  static var crypto: Self { .particular("The cryptographic library failed.", .failed) }
  static var notConfirmed: Self {
    .particular("Nothing was restored.\nTry: the same with --yes, where these programs may have the items", .failed)
  }
  static var wrongPassphrase: Self { .particular("Wrong passphrase; nothing was changed.", .wrongPasscode) }
  static func noBackup(path: String) -> Self {
    .particular("\(path) is no backup of a keychain, or its beginning is damaged; nothing was changed.", .failed)
  }
  static func damagedBackup(path: String) -> Self {
    .particular("\(path) is damaged; nothing was changed.", .failed)
  }
  /// A backup was undamaged when it was checked, and has been written to since.
  static func changedBackup(path: String) -> Self {
    .particular(
      "\(path) was changed while it was restored: perhaps not all that was in it is there again.\n"
        + "Try: the same with a whole copy that nobody writes to", .failed)
  }
  /// The failure that the backup's items of these keychains were not restored.
  static func closedKeychains(_ names: [KeychainName]) -> Self {
    let list = names.map { Printable.oneLine($0.text) }.joined(separator: ", ")
    return .particular(
      "Passed over, because they are locked or do not open: \(list).\n"
        + "Try: bailey keychain unlock NAME, and the same again", .refusedByLockState)
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

extension WrittenTextError {
  fileprivate var sentence: String {
    switch self {
    case .propertyList(let error): "line \(error.line): \(error.problem.sentence)"
    case .json(let line): "line \(line): this is no JSON.\nTry: bailey help keychain explain"
    case .tooLarge: "the file is larger than \(PropertyListLimits.bytes >> 10) KiB."
    case .tooComplex: "it is nested too deeply, or has too many values."
    case .repeatedKey(let key): "the key '\(key)' stands twice."
    case .noDictionary: "a dictionary is needed, or an array of them.\nTry: bailey help keychain explain"
    case .unknownCall(let name): "there is no call '\(name)'. Choices: \(Self.calls)."
    case .badText(let form): "the text of '\(form)' is not in that form."
    case .badMember(let name): "'\(name)' is nothing that a call has, or its value is of another kind."
    }
  }

  private static var calls: String { CallKind.allCases.map(\.rawValue).joined(separator: ", ") }
}
