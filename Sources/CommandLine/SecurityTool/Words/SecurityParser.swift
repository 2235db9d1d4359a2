// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// Reads the words after `security`. Any words at all give an action or an error.
package enum SecurityParser {
  /// The commands there are, with what `help` says of them.
  package static let commands: [(name: String, usage: String, summary: String)] = [
    ("help", "[command ...]", "Show all commands, or show usage for a command."),
    ("list-keychains", "[-d domain] [-s [keychain...]]", "Display or manipulate the keychain search list."),
    ("default-keychain", "[-d domain] [-s [keychain]]", "Display or set the default keychain."),
    ("login-keychain", "[-d domain]", "Display the login keychain."),
    ("dump-keychain", "[-adhir] [keychain...]", "Dump the contents of the keychain; -d: with the passwords."),
    (
      "add-generic-password",
      "-a account -s service [-w password | -X hex] [-U] [-c creator] [-C type] [-D kind] [-G generic] [-j comment] "
        + "[-l label] [-A | -T app]... [keychain]", "Add a generic password item."
    ),
    (
      "add-internet-password",
      "-a account -s server [-w password | -X hex] [-U] [-c creator] [-C type] [-d domain] [-D kind] [-j comment] "
        + "[-l label] [-p path] [-P port] [-r protocol] [-t authtype] [-A | -T app]... [keychain]",
      "Add an internet password item."
    ),
    (
      "delete-generic-password",
      "[-a account] [-s service] [-c creator] [-C type] [-D kind] [-G generic] [-j comment] [-l label] [keychain...]",
      "Delete a generic password item."
    ),
    (
      "delete-internet-password",
      "[-a account] [-s server] [-c creator] [-C type] [-d domain] [-D kind] [-j comment] [-l label] [-p path] [-P port] "
        + "[-r protocol] [-t authtype] [keychain...]", "Delete an internet password item."
    ),
    (
      "find-generic-password",
      "[-a account] [-s service] [-c creator] [-C type] [-D kind] [-G generic] [-j comment] [-l label] [-g] [-w] "
        + "[keychain...]", "Find a generic password item."
    ),
    (
      "find-internet-password",
      "[-a account] [-s server] [-c creator] [-C type] [-d domain] [-D kind] [-j comment] [-l label] [-p path] [-P port] "
        + "[-r protocol] [-t authtype] [-g] [-w] [keychain...]", "Find an internet password item."
    ),
    (
      "find-certificate", "[-a] [-c name] [-e emailAddress] [-m] [-p] [-Z] [keychain...]",
      "Find a certificate item."
    ),
    (
      "find-identity", "[-p policy] [-s string] [-v] [keychain...]",
      "Find an identity (certificate + private key). Policies: ssl-client, ssl-server, smime, eap, ipsec, "
        + "codesigning, basic."
    ),
    ("add-certificates", "[-k keychain] file...", "Add certificates to the keychain."),
    ("delete-certificate", "[-c name] [-Z hash] [-t] [keychain...]", "Delete a certificate from the keychain."),
    ("delete-identity", "[-c name] [-Z hash] [-t] [keychain...]", "Delete an identity from the keychain."),
    (
      "import", "inputfile [-k keychain] [-t type] [-f format] [-w] [-P passphrase] [-x] [-A | -T app]...",
      "Import items into the keychain. Formats: openssl, pkcs7, pkcs8, pkcs12, x509, pemseq."
    ),
    (
      "export", "[-k keychain] [-t type] [-f format] [-w] [-p] [-P passphrase] [-o outputfile]",
      "Export items from the keychain. Types: certs, allKeys, pubKeys, privKeys, identities, all. Formats: openssl, "
        + "pkcs7, pkcs8, pkcs12, x509, pemseq."
    ),
    (
      "verify-cert",
      "-c certFile... [-r rootCertFile]... [-p policy] [-C] [-n name] [-d date] [-k keychain]... [-N] [-R check] [-q]",
      "Verify certificates. Policies: ssl, smime, codeSign, IPSec, eap, basic. The name is a server's or an address for "
        + "mail; the date YYYY-MM-DD[-hh:mm:ss]; checks for revocation: none, offline, ocsp, crl, require."
    ),
    (
      "create-keychain", "[-p password] keychain...",
      "Create keychains and unlock them. Use of the -p option is insecure: everyone sees it."
    ),
    ("delete-keychain", "keychain...", "Delete keychains and all that is in them."),
    ("lock-keychain", "[-a | keychain]", "Lock the specified keychain, or all that have a password of their own."),
    (
      "unlock-keychain", "[-u] [-p password] [keychain]",
      "Unlock the specified keychain. Use of the -p option is insecure: everyone sees it."
    ),
    (
      "set-keychain-password", "[-o oldPassword] [-p newPassword] [keychain]",
      "Set password for a keychain. Use of the -o and -p options is insecure: everyone sees them."
    ),
    (
      "set-keychain-settings", "[-lu] [-t timeout] [keychain]",
      "Set settings for a keychain; -l: lock when the system sleeps; -t: lock after that many seconds without use."
    ),
    ("show-keychain-info", "[keychain]", "Show the settings for keychain."),
    (
      "set-generic-password-partition-list", "[-a account] [-s service] [-S partitions] [-k password] [keychain]",
      "Access groups decide here: the item is looked for, nothing is changed."
    ),
    (
      "set-internet-password-partition-list", "[-a account] [-s server] [-S partitions] [-k password] [keychain]",
      "Access groups decide here: the item is looked for, nothing is changed."
    ),
    (
      "set-key-partition-list", "[-a label] [-s] [-S partitions] [-k password] [keychain]",
      "Access groups decide here: the key is looked for, nothing is changed."
    ),
    ("error", "<number>...", "Display a descriptive message for the given error code(s)."),
    (
      "item", "[-v] [-g] [-j] [-p] [-P reference] [-l limit] [-a | -D | -u changes] [-q query]",
      "Find, add, change and delete items of the keychain."
    ),
  ]

  /// The options before the command, and the words from the command on.
  package static func mode(_ words: [String]) throws(SecurityUsageError) -> (SecurityMode, ArraySlice<String>) {
    let scanner: OptionScanner
    do { scanner = try OptionScanner("hilp:qvR", words[...]) } catch { throw .noCommand }
    var mode = SecurityMode()
    var rest = scanner.rest
    for option in scanner.options {
      switch option.letter {
      case "h": rest = ["help"] + rest
      case "i": mode.isInteractive = true
      case "p":
        mode.isInteractive = true
        mode.prompt = option.value ?? mode.prompt
      case "q": mode.isQuiet = true
      default: break
      }
    }
    return (mode, rest)
  }

  /// Finds a command by its name, or by a prefix that no other one has.
  package static func action(_ words: ArraySlice<String>) throws(SecurityUsageError) -> SecurityAction {
    guard let word = words.first else { throw .noCommand }
    // Commands that are carried out take precedence over those that are refused.
    guard let name = name(word, in: commands.map(\.name)) ?? name(word, in: RefusedCommand.all.map(\.name)) else {
      throw .unknownCommand(word)
    }
    do throws(CommandProblem) {
      return try action(name, words.dropFirst())
    } catch {
      switch error {
      case .usage: throw .usage(command: name)
      case .badType(let text): throw .badType(text)
      case .badQuery(let text): throw .badQuery(text)
      }
    }
  }

  private static func name(_ word: String, in names: [String]) -> String? {
    let matches = names.filter { $0.hasPrefix(word) }
    return matches.contains(word) ? word : matches.count == 1 ? matches[0] : nil
  }

  private static func action(
    _ name: String, _ words: ArraySlice<String>
  ) throws(CommandProblem) -> SecurityAction {
    switch name {
    case "help": return .help(words.first)
    case "dump-keychain":
      let scanner = try scan("adhir", words)
      return .passwords(.dump(scanner.has("d") ? .shown : .hidden)).within(scanner.rest)
    case "add-generic-password": return try PasswordWords.add(.generic, words)
    case "add-internet-password": return try PasswordWords.add(.internet, words)
    case "delete-generic-password": return try PasswordWords.delete(.generic, words)
    case "delete-internet-password": return try PasswordWords.delete(.internet, words)
    case "find-generic-password": return try PasswordWords.find(.generic, words)
    case "find-internet-password": return try PasswordWords.find(.internet, words)
    case "find-certificate": return try CertificateWords.find(words)
    case "find-identity": return try CertificateWords.findIdentities(words)
    case "add-certificates": return try CertificateWords.add(words)
    case "delete-certificate": return try CertificateWords.delete(words, .certificate)
    case "delete-identity": return try CertificateWords.delete(words, .identity)
    case "import": return try CertificateWords.importFile(words)
    case "export": return try CertificateWords.export(words)
    case "verify-cert": return try VerificationWords.verify(words)
    case "set-generic-password-partition-list": return try PasswordWords.partitionList(.genericPassword, words)
    case "set-internet-password-partition-list": return try PasswordWords.partitionList(.internetPassword, words)
    case "set-key-partition-list": return try PasswordWords.partitionList(.key, words)
    case "error":
      guard !words.isEmpty else { throw .usage }
      return .error(Array(words))
    default:
      if let action = try KeychainFileWords.action(name, words) { return action }
      if let command = RefusedCommand.named(name) { return .refused(command) }
      return .item(try SecurityItemRequest(words))
    }
  }

  static func scan(_ specification: String, _ words: ArraySlice<String>) throws(CommandProblem) -> OptionScanner {
    do { return try OptionScanner(specification, words) } catch { throw .usage }
  }
}

/// The defects of the words of one command.
enum CommandProblem: Error, Equatable {
  case usage
  case badType(String)
  case badQuery(String)
}
