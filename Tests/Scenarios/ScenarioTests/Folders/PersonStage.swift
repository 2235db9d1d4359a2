// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// A person with a home of their own, and apps that know nothing of Bailey.
final class PersonStage {
  let instance: RunningInstance
  let home: URL

  static let documents = entitlement("home-relative-path.read-write", "/Documents/")

  static func entitlement(_ name: String, _ paths: String...) -> String {
    "<key>com.apple.security.temporary-exception.files.\(name)</key><array>"
      + paths.map { "<string>\($0)</string>" }.joined() + "</array>"
  }

  init(environment: [String: String] = [:], of user: UInt32? = nil) throws {
    home = FileManager.default.temporaryDirectory.appending(path: "person-\(UUID().uuidString.prefix(8))")
    for name in ["Desktop", "Documents", "Downloads"] {
      try FileManager.default.createDirectory(at: home.appending(path: name), withIntermediateDirectories: true)
    }
    instance = try RunningInstance(
      environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.path + "/.config"].merging(environment) { $1 }, of: user)
    try instance.own(home.path)
    try instance.makeDeveloper()
    try write("Dear Ada\n", to: "Documents/letter")
  }

  func stop() {
    instance.stop()
    try? FileManager.default.removeItem(at: home)
  }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: home.appending(path: path))
    try instance.own(home.appending(path: path).path)
  }

  func text(of path: String) -> String? { try? String(contentsOf: home.appending(path: path), encoding: .utf8) }

  /// The machine's shell, or a script, as an app of this name.
  func install(_ name: String, script: String? = nil, entitlements: String = documents, info: String = "") throws {
    let identifier = "org.example.\(name)"
    let bundle =
      if let script {
        try TestBundle(
          script: script, named: name, identifier: identifier, entitlements: entitlements, info: info, of: instance)
      } else {
        try TestBundle(
          "/bin/sh", named: name, identifier: identifier, entitlements: entitlements, info: info, of: instance)
      }
    try instance.installSigned(bundle)
  }

  /// What a line of shell prints in the app, errors too.
  @discardableResult
  func shell(_ app: String, _ line: String) throws -> String {
    let result = try instance.bailey(["run", app, "--", "-c", line])
    return result.output + result.errors
  }

  /// An app that runs beside the test.
  func start(_ app: String, _ words: String...) throws -> Background {
    let all = try instance.asUser("bailey", ["run", app, "--"] + words)
    return try Background(all[0], Array(all.dropFirst()), environment: instance.variables)
  }

  func grant(_ service: String, _ app: String) throws {
    try instance.succeed(
      ["privacy", "grant", service, "org.example.\(app)"], input: "\(RunningInstance.passcode)\n")
  }

  func answers() throws -> String { try instance.succeed(["privacy", "list"]).output }
}

func withPerson(
  environment: [String: String] = [:], of user: UInt32? = nil, _ body: (PersonStage) throws -> Void
) throws {
  let stage = try PersonStage(environment: environment, of: user)
  defer { stage.stop() }
  try body(stage)
}
