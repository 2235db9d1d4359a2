// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Files and their classes, containers of apps, certificates: shown and changed in a browser.
@Suite(
  .serialized, .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct StorageWalks {
  @Test func `The class of a file is changed in the page, and that of a folder with everything in it`() throws {
    try withConsole { console throws in
      let folder = console.instance.mount.appending(path: "diary")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let file = folder.appending(path: "monday.txt")
      try Data("rain".utf8).write(to: file)
      let lines = try console.browse("file_classes", "run:\(console.command("lock --now"))", "classes_locked")
      #expect(
        lines == ["file: Complete", "asked: Change “diary” to “Unless open”?"] + RunningConsole.looked("files-class")
          + [
            "folder: Unless open, with everything", "locked: 0 choices", "errors: []",
          ])
      for path in [folder.path, file.path] {
        let found = try console.instance.succeed(["files", "class", "get", path]).output
        #expect(found == "completeUnlessOpen\n")
      }
    }
  }

  @Test func `What is made, changed and removed in a terminal is seen at once, and what is typed in the page stays`()
    throws
  {
    try withConsole { console throws in
      let folder = console.instance.mount.appending(path: "diary")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try Data("rain".utf8).write(to: folder.appending(path: "monday.txt"))
      #expect(
        try console.browse(["followed"], environment: ["MOUNT": console.instance.mount.path]) == [
          "typed: rep in the same field: True", "gone", "renamed in a folder that is open", "errors: []",
        ])
    }
  }

  @Test func `A class that the arrow keys pass over is not chosen, and less protection is confirmed and can be undone`()
    throws
  {
    try withConsole { console throws in
      let folder = console.instance.mount.appending(path: "diary")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let file = folder.appending(path: "monday.txt")
      try Data("rain".utf8).write(to: file)
      try console.instance.setClass("complete", of: file)
      let looked = RunningConsole.looked
      #expect(
        try console.browse("arrow_keys")
          == ["passed over: completeUnlessOpen says: Enter chooses this, Escape leaves it as it was."]
          + looked("files-pending")
          + [
            "escaped: complete", "left: 0 dialogs",
            "asked: ['Change “monday.txt” to “Unless open”?', 'That protects less than Complete.', "
              + "'Opened only while unlocked; stays usable if it is open at a lock.']",
          ] + looked("files-less") + ["done: monday.txt is Unless open now. · Undo"] + looked("files-done")
          + ["undone", "errors: []"])
      #expect(try console.instance.succeed(["files", "class", "get", file.path]).output == "complete\n")
    }
  }

  @Test(.enabled(if: Program.canConfine, "no app can be confined here"))
  func `Containers are shown with their apps, their classes and how much is in them`() throws {
    try withConsole { console throws in
      let instance = console.instance
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle("true", named: "Ledger", identifier: "org.example.Ledger", of: instance))
      try instance.succeed(["run", "Ledger"])
      let container = instance.mount.appending(path: "Containers/org.example.Ledger")
      try Data(count: 2000).write(to: container.appending(path: "book"))
      let places = "\(instance.mount.path)/Containers/org.example.Gone"
      try FileManager.default.createDirectory(atPath: places, withIntermediateDirectories: false)
      let after = "After first unlock"
      #expect(
        try console.browse("containers") == [
          "containers: [['Ledger', 'Files: 1 · 2 kB', 'Containers/org.example.Ledger', '\(after)'], "
            + "['org.example.Gone', 'Its app is not installed · Files: 0 · 0 bytes', 'Containers/org.example.Gone', "
            + "'\(after)']]"
        ] + RunningConsole.looked("files-containers") + ["errors: []"])
    }
  }

  @Test func `A check finds the file that the disk has damaged, and the page names it`() throws {
    try withConsole { console throws in
      let path = console.instance.mount.appending(path: "letter.txt").path
      try Data(count: 100_000).write(to: URL(fileURLWithPath: path))
      try console.instance.succeed(["restart"])
      try console.instance.succeed(["unlock"], input: "\(RunningInstance.passcode)\n")
      let files = console.instance.home.appending(path: "files").path
      let found = try Program.run("find", [files, "-name", ".bailey", "-prune", "-o", "-size", "+90k", "-print"])
        .output.split(separator: "\n")
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: String(try #require(found.first))))
      try handle.seek(toOffset: 60_000)
      try handle.write(contentsOf: Data("damage".utf8))
      try handle.close()
      #expect(
        try console.browse("damage") == RunningConsole.looked("files-check") + [
          "damaged: ['letter.txt', 'Parts of its contents are damaged.']"
        ] + RunningConsole.looked("files-damaged") + ["errors: []"])
    }
  }

  @Test func `A certificate says who it is for and until when, and a private key is shown to nobody`() throws {
    try withConsole { console throws in
      let folder = console.instance.home.deletingLastPathComponent()
      let (key, certificate) = (folder.appending(path: "key.pem").path, folder.appending(path: "certificate.pem").path)
      let identity = folder.appending(path: "identity.p12").path
      for words in [
        ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "30"]
          + ["-subj", "/C=IT/O=Example/CN=Anna Rossi", "-addext", "subjectAltName=email:anna@example.net"],
        ["pkcs12", "-export", "-inkey", key, "-in", certificate, "-out", identity, "-passout", "pass:x"],
      ] { #expect(try Program.run("openssl", words).exitCode == 0) }
      #expect(try console.instance.security("import", identity, "-P", "x").exitCode == 0)
      #expect(
        try console.browse("certificates") == [
          "kinds: ['Identity', 'Private key']", "certificates: ['Anna Rossi']", "Anna Rossi, Example, IT: shown",
          "Itself: shown", "anna@example.net: shown", "RSA 2048: shown", "private key of this certificate: shown",
          "to be shown: 0",
        ] + RunningConsole.looked("passwords-certificate") + ["errors: []"])
    }
  }
}
