// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// `bailey bench apps`: starts against plain `bwrap`, verification against `sha256sum`, installation against
/// `cp -a` and `sync`.
///
/// flatpak is not among them: what it starts needs a runtime that Debian does not have.
package struct AppBenchmark: Sendable {
  static let files = 2000
  static let fileSize = 100 << 10
  private static let starts = 20
  private static let rounds = 3
  private static let identifier = "org.example.Bench"
  /// The same, which may connect to others.
  private static let networked = "org.example.Networked"

  /// The `bailey` program to measure.
  let program: String
  /// The folder in which instance and bundle are made.
  let folder: String
  let progress: @Sendable (String) -> Void

  package init(program: String, folder: String, progress: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.folder = folder
    self.progress = progress
  }

  package func run() throws(BenchmarkError) -> AppOutcome {
    let home = BaileyInstance.home(below: folder)
    let instance = BaileyInstance(program: program)
    return try instance.whileMounted(in: home) { _ in
      var outcome = AppOutcome()
      try measureStarts(instance, home, &outcome)
      try measureBundle(instance, home, &outcome)
      return outcome
    }
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start).inSeconds * 1000
  }

  // MARK: - Starts

  private func measureStarts(_ instance: BaileyInstance, _ home: String, _ outcome: inout AppOutcome) throws {
    let bundle = "\(home)/Bench.app"
    for (path, identifier) in [(bundle, Self.identifier), ("\(home)/Networked.app", Self.networked)] {
      try makeBundle(path, identifier)
      try instance.bailey(["app", "sign", "--adhoc", path], in: home)
      try instance.bailey(["app", "install", path], in: home)
    }
    progress("starting an app that does nothing, \(Self.starts) times, and bwrap alone")
    let words = Self.plain(bundle)
    for round in 0...Self.starts {
      let own = try milliseconds { _ = try instance.bailey(["run", Self.identifier], in: home) }
      let networked = try milliseconds { _ = try instance.bailey(["run", Self.networked], in: home) }
      let alone = try milliseconds { _ = try BenchmarkProgram.run("bwrap", words) }
      // The first fills caches.
      guard round > 0 else { continue }
      outcome.start.append(own)
      outcome.startWithNetwork.append(networked)
      outcome.bubblewrap.append(alone)
    }
  }

  /// The arguments that `bailey run` gives to `bwrap`, but for the container and the socket.
  private static func plain(_ bundle: String) -> [String] {
    let links = ["bin", "lib", "lib64", "sbin"].flatMap { ["--symlink", "usr/\($0)", "/\($0)"] }
    return [
      "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--unshare-net",
      "--die-with-parent", "--cap-drop", "ALL", "--hostname", "localhost", "--ro-bind", "/usr", "/usr",
    ] + links + [
      "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run", "--tmpfs", "/var", "--tmpfs", "/tmp", "--dir",
      "/container", "--ro-bind", bundle, "/app/Bench.app", "--remount-ro", "/", "--", "/app/Bench.app/Bench",
    ]
  }

  private func makeBundle(_ path: String, _ identifier: String) throws {
    try BenchmarkProgram.run("mkdir", ["-p", path])
    try BenchmarkProgram.run("cp", ["/usr/bin/true", "\(path)/Bench"])
    let text =
      "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>\(identifier)</string>"
      + "<key>CFBundleExecutable</key><string>Bench</string></dict></plist>\n"
    let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    let info = try folder.open("Info.plist", O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    try info.write(Array(text.utf8).span)
    guard identifier == Self.networked else { return }
    let entitlements = try folder.open("Entitlements.plist", O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    let allowed = "<plist version=\"1.0\"><dict><key>com.apple.security.network.client</key><true/></dict></plist>\n"
    try entitlements.write(Array(allowed.utf8).span)
  }

  // MARK: - A large bundle

  private func measureBundle(_ instance: BaileyInstance, _ home: String, _ outcome: inout AppOutcome) throws {
    let bundle = "\(home)/Bench.app"
    progress("making a bundle of \(Self.files) files and \((Self.files * Self.fileSize) >> 20) MiB")
    try fill(bundle)
    try instance.bailey(["app", "sign", "--adhoc", bundle], in: home)
    for round in 1...Self.rounds {
      progress("round \(round) of \(Self.rounds): verifying, installing")
      outcome.verification.append(
        try milliseconds { _ = try instance.bailey(["app", "verify", bundle], in: home) })
      outcome.digests.append(
        try milliseconds {
          _ = try BenchmarkProgram.run(
            "find", ["\(bundle)/Resources", "-type", "f", "-exec", "sha256sum", "{}", "+"])
        })
      try instance.bailey(["app", "remove", "--yes", Self.identifier], in: home)
      outcome.installation.append(
        try milliseconds { _ = try instance.bailey(["app", "install", bundle], in: home) })
      outcome.copy.append(
        try milliseconds {
          _ = try BenchmarkProgram.run("cp", ["-a", bundle, "\(home)/copy"])
          // What is installed is on the disk when that ends.
          _ = try BenchmarkProgram.run("sync", ["-f", "\(home)/copy"])
        })
      try BenchmarkProgram.run("rm", ["-rf", "\(home)/copy"])
    }
  }

  private func fill(_ bundle: String) throws {
    try BenchmarkProgram.run("mkdir", ["\(bundle)/Resources"])
    let folder = try FileDescriptor.open("\(bundle)/Resources", O_RDONLY | O_DIRECTORY)
    var bytes = [UInt8](repeating: 0, count: Self.fileSize)
    for number in 0..<Self.files {
      for index in stride(from: 0, to: bytes.count, by: 61) {
        bytes[index] = UInt8(truncatingIfNeeded: number &+ index)
      }
      let file = try folder.open("r\(number)", O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
      try file.write(bytes.span, at: 0)
    }
  }
}
