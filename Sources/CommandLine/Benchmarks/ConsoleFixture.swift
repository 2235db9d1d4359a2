// SPDX-License-Identifier: Apache-2.0
import AccessLog
import AccessModel
import BrokerClient
import Clocks
import ConsentModel
import CryptoPrimitives
import Glibc
import InstanceLayout
import Keybag
import KeychainModel
import SecretMemory
import SystemCalls

/// An instance of somebody who has used it for long: what the console's pages have to show.
struct ConsoleFixture {
  static let apps = 200
  static let items = 2000
  static let files = 10_000
  static let events = 100_000

  private let instance: BaileyInstance
  /// The folder that has the instance and its mount.
  private let home: String
  private let mount: String

  init(_ instance: BaileyInstance, home: String, mount: String) {
    (self.instance, self.home, self.mount) = (instance, home, mount)
  }

  /// Fills the instance, which runs and is unlocked, and does so again afterwards.
  func fill(_ progress: (String) -> Void) throws {
    progress("installing \(Self.apps) apps, storing \(Self.items) items and \(Self.files) files")
    try installApps()
    try storeItems()
    try storeFiles()
    progress("writing down \(Self.events) events")
    try instance.bailey(["privacy", "record", "on"], in: home)
    try instance.bailey(["down"], in: home)
    try noteEvents()
    try instance.bailey(["up", "--mount", mount], in: home)
    try instance.bailey(["unlock"], in: home, input: BaileyInstance.passcode + "\n")
  }

  // MARK: - Apps

  private static func identifier(_ number: Int) -> String { "org.example.App\(number)" }

  /// One bundle after the other in the same folder: each is copied when it is installed.
  private func installApps() throws {
    let bundle = "\(home)/Bench.app"
    try BenchmarkProgram.run("mkdir", [bundle])
    try BenchmarkProgram.run("cp", ["/usr/bin/true", "\(bundle)/Bench"])
    for number in 0..<Self.apps {
      let folder = try FileDescriptor.open(bundle, O_RDONLY | O_DIRECTORY)
      try write(Self.info(number), to: "Info.plist", in: folder)
      try write(Self.entitlements, to: "Entitlements.plist", in: folder)
      try instance.bailey(["app", "sign", "--adhoc", bundle], in: home)
      try patiently { () throws(BenchmarkError) in try instance.bailey(["app", "install", bundle], in: home) }
    }
    try BenchmarkProgram.run("rm", ["-rf", bundle])
  }

  private static let mostTries = 100

  /// Does it again where `baileyd` has no room for one more connection: those before this one end in a moment.
  private func patiently(_ body: () throws(BenchmarkError) -> String) throws(BenchmarkError) {
    for _ in 0..<Self.mostTries {
      do throws(BenchmarkError) {
        _ = try body()
        return
      } catch .programFailed(_, _, let words) where words.contains("again, in a few seconds") {
        usleep(300_000)
      }
    }
    _ = try body()
  }

  private func write(_ text: String, to name: String, in folder: borrowing FileDescriptor) throws {
    let file = try folder.open(name, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    try file.write(Array(text.utf8).span, at: 0)
  }

  private static func info(_ number: Int) -> String {
    let purpose = "<string>Pictures and places are put into your notes.</string>"
    return """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>\(identifier(number))</string>
      <key>CFBundleName</key><string>Notes \(number)</string><key>CFBundleExecutable</key><string>Bench</string>
      <key>NSCameraUsageDescription</key>\(purpose)<key>NSContactsUsageDescription</key>\(purpose)
      <key>NSLocationWhenInUseUsageDescription</key>\(purpose)</dict></plist>

      """
  }

  private static let entitlements = """
    <plist version="1.0"><dict><key>com.apple.security.device.camera</key><true/>
    <key>com.apple.security.personal-information.location</key><true/>
    <key>com.apple.security.personal-information.addressbook</key><true/></dict></plist>

    """

  // MARK: - Items and files

  private func storeItems() throws {
    let client = BrokerClient(socket: home + "/home/run/" + InstanceLocation.brokerSocketName)
    for number in 0..<Self.items {
      let attributes: ItemAttributes = [
        .account: .string("anna\(number % 7)@example.com"), .service: .string("shop\(number).example"),
        .label: .string("Shop \(number)"),
      ]
      let secret = Array("correct horse battery staple \(number)".utf8)
      _ = try client.add(ItemAddition(.genericPassword, attributes, data: SecretData(copying: secret.span)))
    }
  }

  private func storeFiles() throws {
    let folder = try FileDescriptor.open(mount, O_RDONLY | O_DIRECTORY)
    let contents = Array("a letter\n".utf8)
    for number in 0..<Self.files {
      let file = try folder.open("letter \(number).txt", O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      try file.write(contents.span, at: 0)
    }
  }

  // MARK: - Events

  /// Opens the log as `baileyd` does, which has stopped: events of a week would take a week.
  private func noteEvents() throws {
    let keybag = try InstanceKeys.open(ofInstanceIn: home + "/home")
    defer { keybag.close() }
    try keybag.unlock(SecretBytes(copying: Array(BaileyInstance.passcode.utf8).span))
    let log = AccessLog(home + "/home/broker/accesses", keys: keybag.classKeys, clock: { WallClock.milliseconds })
    guard try log.current().isOn else { throw BenchmarkError.unreadableAnswer(program: "baileyd") }
    try log.noteMoments { now in (0..<Self.events).compactMap { Self.event($0, now) } }
  }

  /// A quarter are hosts; the others are spread over services and apps; one every six seconds.
  private static func event(_ number: Int, _ now: Int64) -> AccessRecord? {
    let services = ConsentService.allCases
    let began = now - Int64(events - number) * 6000
    let kind: AccessRecord.Kind
    if number % 4 == 0, let host = NetworkActivity(domain: "host\(number % 400).example", isTracker: number % 40 == 0) {
      kind = .network(host)
    } else {
      kind = .access(services[number % services.count])
    }
    return AccessRecord(
      identifier: SystemRandom.bytes(AccessRecord.identifierSize), app: identifier(number % apps), kind: kind,
      began: began, ended: began + 1000, hits: 1)
  }
}
