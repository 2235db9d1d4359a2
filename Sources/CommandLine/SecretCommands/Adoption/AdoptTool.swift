// SPDX-License-Identifier: Apache-2.0
import Advice
import CredentialFormats
import CredentialPrograms
import Glibc
import Instance
import InstanceAccess
import InstanceLayout
import OwnProcess
import ProtectionModel
import SupervisorMessages
import SystemCalls
import TerminalConsole
import WireFormat

/// `bailey secrets adopt`: takes what lies in plain text into the protected files and the keychain, and gives it back.
struct AdoptTool {
  private let console: Console
  private let place: AdoptionPlace
  private let instance: String

  static func run(_ mode: AdoptMode, _ console: Console) throws(CommandFailure) {
    // Who it is is told to `baileyd` first; then nobody else looks into this process, through which secrets pass.
    let broker = mode == .apply ? try BrokerAccess.open() : nil
    do { try ProcessHardening.refuseCoreDumps() } catch {
      throw .particular("The memory of this process cannot be protected: \(error.reason).", .failed)
    }
    guard let home = Environment.homeDirectory else { throw .noHomeDirectory }
    let place = AdoptionPlace(home: Environment.canonicalPath(home) ?? home, mount: try mount())
    let tool = AdoptTool(console: console, place: place, instance: try BrokerAccess.location().home)
    if let broker { return try tool.adopt(GitCredentialTool(console, broker), DockerCredentialTool(console, broker)) }
    try mode == .undo ? tool.takeBack() : tool.show()
  }

  private static func mount() throws(CommandFailure) -> String {
    let stopped = CommandFailure.particular("Bailey is not running.\nTry: bailey up", .failed)
    do {
      let folder = try InstanceFolder(existing: try BrokerAccess.location())
      var supervisor = try SupervisorClient(
        connectingTo: InstanceLocation.supervisorSocketName, in: folder.sockets)
      let status = try supervisor.status()
      guard status.files == .mounted else { throw stopped }
      return status.mount
    } catch {
      throw stopped
    }
  }

  // MARK: - What there is

  private struct Found {
    let path: String
    let kind: AdoptableFile
  }

  /// The files that can be adopted, each once. What cannot be taken is told with the reason.
  private func found() throws(CommandFailure) -> [Found] {
    var walk = PlainSecretWalk()
    do { try walk.look(through: place.home) } catch { throw .file(path: place.home, error) }
    var (paths, found) = (Set<String>(), [Found]())
    for secret in walk.found where paths.insert(secret.path).inserted {
      found.append(Found(path: secret.path, kind: kind(of: secret)))
    }
    return found
  }

  private func kind(of found: PlainSecretWalk.Found) -> AdoptableFile {
    let kind = AdoptableFile(found.path, found.secret.format)
    if case .left = kind { return kind }
    if let defect = place.defect(of: found.path) { return .left(defect) }
    if kind == .git, GitConfiguration() == nil { return .left("git is not installed") }
    if kind == .docker, !canMoveDocker() {
      return .left("it names another helper, or has a secret that helpers cannot keep")
    }
    return kind
  }

  private func canMoveDocker() -> Bool {
    guard let file = try? HomeFile(AdoptableFile.dockerFile, in: place.home),
      let opened = try? file.folder.open(file.name, 0), let contents = PlainSecretWalk.contents(of: opened)
    else { return false }
    return contents.withBytes { DockerConfiguration.canMove($0) }
  }

  private func show() throws(CommandFailure) {
    let found = try found()
    var count = 0
    for file in found {
      let path = "~/" + Printable.oneLine(file.path)
      switch file.kind {
      case .linked: console.print("\(path): goes to \(place.target(of: file.path)), and a link is in its place")
      case .git:
        console.print("\(path): its passwords go to the keychain; git's helper becomes 'bailey', and the file goes")
      case .docker: console.print("\(path): its passwords go to the keychain, and credsStore becomes 'bailey'")
      case .left(let reason): console.print("\(path): stays as it is: \(reason)")
      }
      if case .left = file.kind { continue }
      count += 1
    }
    guard count > 0 else { return console.print("There is nothing to be adopted.") }
    console.print("Nothing is done yet. To do it: bailey secrets adopt --apply")
  }

  // MARK: - There

  private func adopt(_ git: GitCredentialTool, _ docker: DockerCredentialTool) throws(CommandFailure) {
    var record = try record()
    for entry in record.entries { settle(entry) }
    var (count, left) = (0, 0)
    for file in try found() {
      switch file.kind {
      case .linked: try system(file.path) { () throws(SystemError) in try link(file.path, &record) }
      case .git: try adoptGit(file.path, git, &record)
      case .docker: try adoptDocker(file.path, docker, &record)
      case .left(let reason):
        console.note("~/\(Printable.oneLine(file.path)) is left: \(reason)")
        left += 1
        continue
      }
      count += 1
      console.print("~/\(Printable.oneLine(file.path)): done")
    }
    console.print(count == 1 ? "1 file is adopted." : "\(count) files are adopted.")
    guard count > 0 else { return }
    console.note(
      "The disk, and copies of it, can still have what lay there in plain text: change the secrets that matter.\n"
        + "To take it back: bailey secrets adopt --undo")
  }

  /// Settles what an earlier process left in the middle. Where the place cannot be looked at, it stays.
  private func settle(_ entry: AdoptionRecord.Entry) {
    guard let others = try? place.settle(entry.path) else { return }
    for name in others {
      console.note(
        "~/\(Printable.oneLine(entry.path)) was written while it was adopted. What was written is beside it: \(name)")
    }
  }

  private func record() throws(CommandFailure) -> AdoptionRecord {
    do { return try AdoptionRecord(in: instance) } catch { throw .file(path: "\(instance)/adopted", error) }
  }

  private func link(_ path: String, _ record: inout AdoptionRecord) throws(SystemError) {
    try record.add(AdoptionRecord.Entry(kind: .linked, path: path))
    let status = try place.copy(path)
    try place.link(path, since: status)
  }

  private func adoptGit(
    _ path: String, _ git: GitCredentialTool, _ record: inout AdoptionRecord
  ) throws(CommandFailure) {
    guard let configuration = GitConfiguration() else { return }
    let before = record.entries.first { $0.kind == .git }?.helpers ?? []
    let plain = try configuration.plainHelpers(of: path, home: place.home)
    let entry = AdoptionRecord.Entry(kind: .git, path: path, helpers: before + plain.filter { !before.contains($0) })
    let status = try system(path) { () throws(SystemError) in
      try record.add(entry)
      return try place.copy(path)
    }
    let contents = try system(path) { () throws(SystemError) in try place.kept(path) }
    let others = try contents.withBytes { bytes throws(CommandFailure) in
      try GitStoredAddress.forEach(in: bytes) { credential throws(CommandFailure) in try git.keep(credential) }
    }
    try configuration.adopt(plain)
    try system(path) { () throws(SystemError) in try place.remove(path, since: status) }
    if others > 0 { console.note("Lines that git does not understand are in \(place.target(of: path)): \(others).") }
  }

  private func adoptDocker(
    _ path: String, _ docker: DockerCredentialTool, _ record: inout AdoptionRecord
  ) throws(CommandFailure) {
    let status = try system(path) { () throws(SystemError) in
      try record.add(AdoptionRecord.Entry(kind: .docker, path: path))
      return try place.copy(path)
    }
    let contents = try system(path) { () throws(SystemError) in try place.kept(path) }
    let moved = try contents.withBytes { bytes throws(CommandFailure) -> [UInt8]? in
      guard DockerConfiguration.canMove(bytes) else { return nil }
      for entry in DockerConfiguration.entries(in: bytes) {
        guard let credential = DockerConfiguration.credential(of: entry, in: bytes) else { return nil }
        try docker.keep(credential)
      }
      return DockerConfiguration.moved(bytes, to: "bailey")
    }
    guard let moved else { throw .particular("~/\(path) has a form that docker's helpers cannot keep.", .failed) }
    try system(path) { () throws(SystemError) in try place.replace(path, by: moved, since: status) }
  }

  // MARK: - And back

  private func takeBack() throws(CommandFailure) {
    var record = try record()
    guard !record.entries.isEmpty else { return console.print("Nothing is adopted.") }
    let reachesKeychain = record.entries.contains { $0.kind == .git || $0.kind == .docker }
    for entry in record.entries.reversed() {
      let path = "~/" + Printable.oneLine(entry.path)
      let isBack = try restore(entry)
      console.print(
        isBack
          ? "\(path): is back"
          : "\(path): is another file by now, and stays. What was adopted is at \(place.target(of: entry.path))")
      try system(entry.path) { () throws(SystemError) in
        place.step(.forget)
        try record.remove(entry)
      }
    }
    guard reachesKeychain else { return }
    console.note("What git and docker stored since is in the keychain: bailey keychain list")
  }

  /// Restores a file; false where the person, or a program, has put another file there.
  private func restore(_ entry: AdoptionRecord.Entry) throws(CommandFailure) -> Bool {
    if entry.kind == .git { try GitConfiguration()?.takeBack(entry.helpers) }
    let target = place.target(of: entry.path)
    let expected = entry.kind == .docker ? try movedDocker(entry.path) : nil
    do throws(SystemError) {
      return try place.restore(entry.path) { file throws(SystemError) in
        guard let status = try file.status() else { return true }
        // The protected files may be mounted elsewhere by now.
        if status.isLink { return file.linkTarget()?.hasSuffix("/" + place.protected(entry.path)) == true }
        guard let expected, status.isFile else { return false }
        return try file.folder.open(file.name, 0).readToEnd(atMost: PlainSecret.largestFile) == expected
      }
    } catch {
      // It was ended before it was copied, or after it came back.
      if error.code == ENOENT, (try? HomeFile(entry.path, in: place.home).status())??.isFile == true { return true }
      throw error.code == EPERM
        ? .particular("\(target) is locked.\nTry: bailey unlock", .refusedByLockState)
        : .file(path: target, error)
    }
  }

  /// The configuration of docker without the adopted entries.
  private func movedDocker(_ path: String) throws(CommandFailure) -> [UInt8]? {
    guard let kept = try? place.kept(path) else { return nil }
    return kept.withBytes { DockerConfiguration.moved($0, to: "bailey") }
  }

  private func system<Result: ~Copyable>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(SystemError) { return try body() } catch {
      switch error.code {
      case EAGAIN:
        throw .particular(
          "~/\(Printable.oneLine(path)) was written just now, and stays as it is.\nTry: the command again", .failed)
      case EPERM:
        throw .particular("The protected files are locked.\nTry: bailey unlock", .refusedByLockState)
      default: throw .file(path: "~/" + path, error)
      }
    }
  }
}
