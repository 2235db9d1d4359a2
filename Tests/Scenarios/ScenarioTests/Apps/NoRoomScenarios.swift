// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// A machine that cannot do what an app takes.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: geteuid() == 0, "only root can make a disk of 24 MiB"))
struct NoRoomScenarios {
  private static let app = "org.example.Heavy"

  private func bundle(_ version: String, of instance: RunningInstance) throws -> TestBundle {
    let bundle = try TestBundle("/usr/bin/true", named: "Heavy", identifier: Self.app, version: version, of: instance)
    let weight = Data((0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try weight.write(to: URL(fileURLWithPath: bundle.path).appending(path: "weight"))
    try bundle.sign()
    return bundle
  }

  @Test func `An installation on a full disk is an error, and leaves the version that was there`() throws {
    let disk = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: disk) }
    try #require(try Program.run("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.path]).exitCode == 0)
    defer { _ = try? Program.run("umount", ["-l", disk.path]) }
    let instance = try RunningInstance(below: disk)
    defer { instance.stop() }
    try instance.makeDeveloper()
    let (first, second) = (try bundle("1.0", of: instance), try bundle("2.0", of: instance))
    #expect(try first.install().exitCode == 0)

    let path = disk.appending(path: "ballast").path
    let ballast = try FileDescriptor.open(path, O_CREAT | O_RDWR, mode: 0o600)
    var weight = 0
    while (try? ballast.write([UInt8](repeating: 1, count: 4096).span, at: weight)) != nil { weight += 4096 }
    // Not one page; then room for a part of it.
    for room in [0, 1 << 20] {
      try ballast.truncate(to: weight - room)
      let refused = try second.install()
      #expect(refused.exitCode == 1)
      #expect(refused.errors.contains("No space left on device"), "\(refused.errors)")
      let list = try instance.succeed(["app", "list"]).output
      #expect(list.contains("1.0") && !list.contains("2.0"), "\(list)")
      // A start needs room for its socket.
      #expect(try room == 0 || instance.bailey(["run", "Heavy"]).exitCode == 0)
    }
    try ballast.truncate(to: 0)
    #expect(try second.install().exitCode == 0)
    #expect(try instance.succeed(["app", "list"]).output.contains("2.0"))
    #expect(try instance.bailey(["run", "Heavy"]).exitCode == 0)
  }

  @Test func `Without user namespaces nothing is started, and a sentence says what to allow`() throws {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle("/usr/bin/touch", named: "Touch", identifier: "org.example.Touch", of: instance))
      let made = instance.mount.appending(path: "made").path
      let bailey = try Program.locate("bailey").path
      let script = "echo 0 > /proc/sys/user/max_user_namespaces && exec '\(bailey)' run Touch '\(made)'"
      let refused = try Program.run(
        "unshare", ["--user", "--map-root-user", "sh", "-c", script], environment: instance.variables)
      #expect(refused.exitCode == 1)
      #expect(refused.errors.contains("Try: sudo sysctl -w user.max_user_namespaces=10000"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: made))
    }
  }
}
