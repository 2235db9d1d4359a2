// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import TemporaryFolder

/// `pam_bailey` behind a module that checks passwords, and programs that log in by them: pamtester, over libpam-wrapper's PAM.
struct LoginModule {
  /// What stands in the service's file, besides what checks the password.
  enum Stack { case usual, withoutPassword, rootChanges }

  /// What happens on it always, by a word that the module is compiled with: `machines.h`.
  enum Machine: String, CaseIterable {
    case usual = "USUAL"
    case unlucky = "UNLUCKY"
    case slowToStart = "SLOW_TO_START=40"
    case endless = "ENDLESS"
  }

  let folder: TemporaryFolder
  /// Where the module looks for sockets.
  let sockets: String
  private var password: String { "\(folder.path)/password" }

  static let isPossible =
    Program.isInstalled("pamtester") && Program.isInstalled("cc")
    && FileManager.default.fileExists(atPath: "/usr/include/security/pam_modules.h")
    && !(FileManager.default.enumerator(atPath: "/usr/lib")?.lazy.filter {
      "\($0)".hasSuffix("/libpam_wrapper.so")
    }.isEmpty ?? true)

  /// `instance` is the folder of the user's instance, where it is not in the usual place.
  init(sockets: String, instance: String? = nil, _ stack: Stack = .usual, on machine: Machine = .usual) throws {
    folder = try TemporaryFolder()
    self.sockets = sockets
    // Others load it too.
    try Program.run("chmod", ["755", folder.path])
    let built = try Self.built.get().path
    let checker = "\(built)/checker.so \(password)"
    let module =
      "\(built)/\(machine.rawValue).so sockets=\(sockets)" + (instance.map { " instance=\($0)" } ?? "")
    let first = stack == .withoutPassword ? "sufficient pam_permit.so" : "requisite \(checker)"
    let change = stack == .rootChanges ? "\(checker) root" : checker
    let text = """
      auth \(stack == .withoutPassword ? "required pam_permit.so" : first)
      auth optional \(module)
      account required pam_permit.so
      password requisite \(change)
      password optional \(module)
      session optional \(module)

      """
    try FileManager.default.createDirectory(atPath: "\(folder.path)/services", withIntermediateDirectories: true)
    for name in ["login", "other"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/services/\(name)"))
    }
  }

  struct NotCompiled: Error { let errors: String }

  /// The folder of the modules, which are compiled once.
  private static let built = Result {
    let folder = try TemporaryFolder()
    try Program.run("chmod", ["755", folder.path])
    let tests = "Tests/Scenarios/SessionTests"
    let modules =
      Machine.allCases.map { machine in
        (
          machine.rawValue, "Native/pam_bailey/pam_bailey.c",
          ["-include", path("\(tests)/machines.h"), "-D\(machine.rawValue)"]
        )
      } + [("checker", "\(tests)/checker.c", [])]
    for (name, source, options) in modules {
      let result = try Program.run(
        "cc",
        ["-std=c11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", "\(folder.path)/\(name).so"]
          + options + [path(source), "-lpam"])
      guard result.exitCode == 0 else { throw NotCompiled(errors: result.errors) }
    }
    return folder
  }

  private static func path(_ source: String) -> String { RepositoryFolder.url.appending(path: source).path }

  /// The password that the login knows.
  func setPassword(_ text: String) throws { try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: password)) }

  /// The processes that have come of a program's calls and run still.
  func processes() throws -> [Int32] {
    let mark = Data("PAM_WRAPPER_SERVICE_DIR=\(folder.path)/services".utf8)
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter {
      (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\($0)/environ")))?.range(of: mark) != nil
    }
  }

  /// Has a program do these things of PAM's for a user, whoever it runs as; `lines` are what is typed.
  @discardableResult
  func run(
    _ operations: [String], of user: String = "root", typing lines: [String] = [], under tool: [String] = []
  ) throws -> ProgramResult {
    let variables = [
      "PAM_WRAPPER": "1", "PAM_WRAPPER_SERVICE_DIR": "\(folder.path)/services", "LD_PRELOAD": "libpam_wrapper.so",
    ]
    let words = tool + ["pamtester", "login", user] + operations
    return try Program.run(
      words[0], Array(words.dropFirst()), input: lines.map { $0 + "\n" }.joined(), environment: variables)
  }
}
