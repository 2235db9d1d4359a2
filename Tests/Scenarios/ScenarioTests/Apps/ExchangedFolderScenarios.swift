// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// An app that puts links in the place of folders that its next start is to be shown.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct ExchangedFolderScenarios {
  private static let identifier = "org.example.Exchange"

  /// Its first word is what to do, the second a folder of the person's.
  private static let script = """
    #!/bin/sh
    person="$2"
    case "$1" in
    exchange)
      cd "$HOME"
      for part in tmp Documents Library; do
        test -e "$part" && mv "$part" "$part.mine"
        ln -s "$person" "$part"
      done
      rm -rf /tmp 2>/dev/null; mv /tmp /tmp.mine 2>/dev/null; ln -sfn "$person" /tmp/tmp ;;
    nested) rm -rf "$HOME/Library/Caches"; ln -s "$person" "$HOME/Library/Caches"; : > "$HOME/Library/file" ;;
    look)
      for place in /tmp "$HOME/Documents" "$HOME/Library" "$HOME/Library/Caches"; do
        test -L "$place" && echo "$place: a link"
        cat "$place/letter" 2>/dev/null
        touch "$place/planted" || echo "$place: no folder"
      done
      echo looked ;;
    temporary) cat /tmp/kept; echo more > /tmp/kept; test -e "$HOME/tmp" || echo moved ;;
    esac
    """

  private func withApp(of user: UInt32?, _ body: (RunningInstance, URL) throws -> Void) throws {
    let instance = try RunningInstance(passcode: .absent, of: user)
    defer { instance.stop() }
    let person = instance.home.deletingLastPathComponent().appending(path: "person")
    try FileManager.default.createDirectory(at: person, withIntermediateDirectories: true)
    try Data("Dear Ada\n".utf8).write(to: person.appending(path: "letter"))
    try instance.own(person.path)
    let bundle = try TestBundle(script: Self.script, named: "Exchange", identifier: Self.identifier, of: instance)
    try bundle.sign("--adhoc")
    try instance.succeed(["app", "install", bundle.path])
    try body(instance, person)
    #expect(try FileManager.default.contentsOfDirectory(atPath: person.path) == ["letter"])
  }

  /// On the mount, which only its owner can look into.
  private func shell(_ command: String, _ instance: RunningInstance, _ words: String...) throws -> String {
    let words = try instance.asUser("/bin/sh", ["-c", command, instance.mount.path] + words)
    return try Program.run(words[0], Array(words.dropFirst())).output
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `A link in the place of a container's folder leads nowhere, and the person is told`(user: UInt32?) throws {
    try withApp(of: user) { instance, person in
      let seen = "looked\n"
      try instance.succeed(["run", "Exchange", "exchange", person.path])
      let told = try instance.succeed(["run", "Exchange", "look", person.path])
      #expect(told.output == seen)
      for part in ["Documents", "Library"] {
        #expect(told.errors.contains("the folder '\(part)' of its container: that is '\(part) (set aside)' now"))
      }
      // What the app had there stays where it put it, and nobody is told twice.
      let container = "Containers/\(Self.identifier)"
      #expect(try shell("ls \"$0/$1\"", instance, container).contains("Documents.mine\nLibrary\n"))
      try instance.succeed(["run", "Exchange", "nested", person.path])
      let again = try instance.succeed(["run", "Exchange", "look", person.path])
      #expect(again.output == seen && again.errors.contains("'Library/Caches'") && !again.errors.contains("'Library' "))
      #expect(try instance.succeed(["run", "Exchange", "look", person.path]).errors == "")
      // Nor do links lead anybody astray who counts, copies and removes what an app has.
      let held = try instance.succeed(["app", "data", "Exchange", "--json"]).output
      #expect(held.contains("\"path\":\"\(container)\""))
      let archive = instance.home.deletingLastPathComponent().appending(path: "archive.tar").path
      try instance.succeed(["app", "data", "Exchange", "--export", archive])
      let names = try Program.run("tar", ["-tf", archive]).output
      #expect(names.contains("Containers/.temporary/\(Self.identifier)/planted\n") && !names.contains("letter"))
      try instance.succeed(["app", "data", "Exchange", "--delete", "--yes"])
      let left = try shell("ls -A \"$0/Containers\" \"$0/Containers/.temporary\"", instance)
      #expect(!left.contains(Self.identifier))
    }
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `Temporary files of an older container move, and a link in their place does not`(user: UInt32?) throws {
    try withApp(of: user) { instance, person in
      let make = "mkdir -p \"$0/Containers/$1/tmp\" && echo before > \"$0/Containers/$1/tmp/kept\""
      _ = try shell(make, instance, Self.identifier)
      #expect(try instance.succeed(["run", "Exchange", "temporary"]).output == "before\nmoved\n")
      #expect(try instance.succeed(["run", "Exchange", "temporary"]).output == "more\nmoved\n")
      try instance.succeed(["app", "data", "Exchange", "--delete", "--yes"])
      let exchange = "mkdir -p \"$0/Containers/$1\" && ln -s \"$2\" \"$0/Containers/$1/tmp\""
      _ = try shell(exchange, instance, Self.identifier, person.path)
      let told = try instance.succeed(["run", "Exchange", "look", person.path])
      #expect(told.output == "looked\n" && told.errors.contains("the folder 'tmp' of its container"))
    }
  }
}
