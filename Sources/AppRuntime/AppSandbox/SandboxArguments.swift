// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import Processes
package import SystemCallFilter
package import SystemCalls
import TunnelledPackets

/// The arguments of `bwrap`: its words, the descriptors that it inherits, and the mounts that the app sees.
///
/// `bwrap` binds by path and follows links. So it is given nothing but the system's own folders and mounts of the very things
/// that were opened and looked at, in a place that nobody else can change.
package struct SandboxArguments: ~Copyable {
  private var words: [String] = []
  private let command: [String]
  private var stage: [StagedMount] = []
  /// Files that the program inherits, as descriptors 3, 4 and so on.
  private var files: [HeldFile] = []

  private final class HeldFile {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  private static let firstDescriptor = 3

  package init(_ plan: SandboxPlan) throws(SandboxFailure) {
    command = [plan.executable] + plan.arguments
    separate(plan)
    system(plan)
    try identity(plan)
    own(plan)
    settings(plan)
    environment(plan)
    try filters(isTraced: plan.isTraced)
    if !plan.kind.isApp { words += ["--remount-ro", "/dev"] }
    words += ["--remount-ro", "/", "--chdir", plan.currentDirectory ?? SandboxPlan.home]
  }

  /// How to start the program. Whatever it was started with can be read inside, of its first process: so it has no environment,
  /// and its words come by a descriptor, but for the app's own and the mark by which this start is found out here.
  package mutating func childPlan(of program: String, mark: String) throws(SystemError) -> ChildPlan {
    let text: [UInt8] = words.flatMap { word -> [UInt8] in Array(word.utf8) + [0] }
    let words = try MemoryFile.holding(text.span)
    var plan = ChildPlan(path: program)
    plan.arguments = ["--unsetenv", mark, "--args", "\(attach(words))", "--"] + command
    plan.descriptors = files.map { $0.descriptor.raw }
    plan.environment = []
    plan.stage = stage
    return plan
  }

  /// Gives the process to start one more descriptor, and returns its number there.
  package mutating func attach(_ descriptor: consuming FileDescriptor) -> Int {
    files.append(HeldFile(descriptor))
    return Self.firstDescriptor + files.count - 1
  }

  /// Puts an option before the others, where `bwrap` is to say which processes it made.
  package mutating func prepend(_ option: [String]) { words = option + words }

  // MARK: - Parts

  /// Namespaces of its own for everything, no rights in them, and an end with whoever started it.
  private mutating func separate(_ plan: SandboxPlan) {
    words += [
      "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent",
      "--cap-drop", "ALL", "--hostname", "localhost", "--uid", "\(plan.user)", "--gid", "\(plan.group)",
    ]
    // Of the machine's network no app sees anything, its loopback and abstract sockets least of all.
    words.append("--unshare-net")
    if !plan.kind.isApp { words.append("--new-session") }
  }

  /// The system's programs and libraries, for reading.
  private mutating func system(_ plan: SandboxPlan) {
    words += ["--ro-bind", "/usr", "/usr"]
    for name in ["bin", "lib", "lib32", "lib64", "sbin"] {
      if let target = Self.linkTarget("/" + name) {
        words += ["--symlink", target, "/" + name]
      } else {
        words += ["--ro-bind-try", "/" + name, "/" + name]
      }
    }
    if plan.showsAddedSoftware { words += ["--ro-bind-try", "/opt", "/opt"] }
    words += ["--proc", "/proc", "--dev", "/dev"]
    if plan.kind.isApp { words += ["--tmpfs", "/run", "--tmpfs", "/var"] }
    // Where the person is root, settings of the whole machine could be written here: these files ask for root alone, and
    // for no right in a namespace.
    words += ["--ro-bind", "/proc/sys", "/proc/sys"]
    for name in Self.machineFiles { words += ["--ro-bind-try", "/proc/" + name, "/proc/" + name] }
    if plan.user == 0 { hideWhatRootIsTold() }
  }

  /// Hides the memory of others, addresses and contents alike, from root; from anybody else the files' modes hide it. A
  /// device does not open on such a mount.
  private mutating func hideWhatRootIsTold() {
    guard let root = try? FileDescriptor.open("/proc", OpenFlag.path | O_DIRECTORY) else { return }
    for name in Self.filesForRoot where (try? root.status(of: name)) != nil {
      words += ["--ro-bind", "/dev/null", "/proc/" + name]
    }
  }

  /// The machine's settings that programs need to run and that say nothing about its people.
  private static let settings = [
    "alternatives", "ca-certificates", "fonts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime",
    "nsswitch.conf",
    "protocols", "services", "ssl/certs", "terminfo", "timezone", "xdg",
  ]

  private static let machineFiles = [
    "acpi", "bus", "driver", "fs", "irq", "mtrr", "pressure", "scsi", "sysrq-trigger", "tty",
  ]

  private static let filesForRoot = [
    "kcore", "kmsg", "kpagecgroup", "kpagecount", "kpageflags", "pagetypeinfo", "slabinfo", "timer_list", "vmallocinfo",
  ]

  private static func linkTarget(_ path: String) -> String? {
    guard let root = try? FileDescriptor.open("/", OpenFlag.path | O_DIRECTORY),
      let target = try? root.symbolicLinkTarget(String(path.dropFirst()))
    else { return nil }
    return String(decoding: target, as: UTF8.self)
  }

  /// The machine's settings and what stands in the place of others, as one folder, and that last: for each mount that it makes `bwrap`
  /// reads the whole table of mounts.
  private mutating func settings(_ plan: SandboxPlan) {
    stage.append(StagedMount(folder: Self.etc))
    var folders: Set<String> = []
    for name in Self.settings {
      // Programs go on without what the machine has not.
      guard let source = try? MountSource(setting: "/\(Self.etc)/\(name)") else { continue }
      let folder = SplitPath(name).folder
      if folder != ".", folders.insert(folder).inserted { stage.append(StagedMount(folder: "\(Self.etc)/\(folder)")) }
      stage.append(StagedMount(source, at: "\(Self.etc)/\(name)"))
    }
    for (name, text) in names(plan) { stage.append(StagedMount(text, at: "\(Self.etc)/\(name)")) }
    words += ["--ro-bind", StagedMount.path(of: Self.etc), "/" + Self.etc]
  }

  private static let etc = "etc"

  /// The files that name the person and the machine, replaced so that the app does not see either.
  private func names(_ plan: SandboxPlan) -> [(file: String, text: String)] {
    let home = SandboxPlan.home
    var names = [
      ("machine-id", plan.machine + "\n"),
      ("passwd", "app:x:\(plan.user):\(plan.group)::\(home):/bin/sh\nnobody:x:65534:65534::/:/bin/false\n"),
      ("group", "app:x:\(plan.group):\nnogroup:x:65534:\n"),
    ]
    if plan.proxyPort != nil {
      let server = TunnelAddress.names.bytes.map { String($0) }.joined(separator: ".")
      names.append(("resolv.conf", "nameserver \(server)\noptions timeout:2 attempts:2\n"))
    }
    return names
  }

  /// The numbers that tell machines and starts of them apart are this container's own.
  private mutating func identity(_ plan: SandboxPlan) throws(SandboxFailure) {
    let digits = Array(plan.machine.utf8)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
    try data(parts.joined(separator: "-") + "\n", at: SandboxPlan.bootID)
  }

  private mutating func data(_ text: String, at path: String) throws(SandboxFailure) {
    do {
      let file = try MemoryFile.holding(Array(text.utf8).span)
      words += ["--ro-bind-data", "\(attach(file))", path]
    } catch {
      throw .system(error)
    }
  }

  private mutating func own(_ plan: SandboxPlan) {
    bind(plan.bundle, "bundle", .picture, at: "\(SandboxPlan.bundles)/\(plan.bundleName)", "--ro-bind")
    for (index, folder) in plan.libraries.enumerated() {
      bind(folder, "libraries\(index)", .picture, at: "\(SandboxPlan.libraries)/\(index)", "--ro-bind")
    }
    if let container = plan.container {
      bind(
        container, Self.container, at: SandboxPlan.home, plan.isContainerReadOnly ? "--ro-bind" : "--bind")
    } else {
      inMemory(SandboxPlan.home)
    }
    if let temporary = plan.temporary { bind(temporary, "temporary", at: "/tmp") } else { inMemory("/tmp") }
    for (index, group) in plan.groupContainers.enumerated() {
      bind(group.folder, "group\(index)", at: "\(SandboxPlan.groupContainers)/\(group.name)")
    }
    for (index, folder) in plan.personalFolders.enumerated() {
      // Into the container out here, by a path that follows no link: the app can put one there.
      if folder.inside.hasPrefix(SandboxPlan.home + "/") {
        stage.append(
          StagedMount(folder.folder, within: Self.container + folder.inside.dropFirst(SandboxPlan.home.count)))
      } else {
        bind(folder.folder, "folder\(index)", at: folder.inside)
      }
    }
    sockets(plan)
  }

  private mutating func sockets(_ plan: SandboxPlan) {
    let folder = SandboxPlan.runtime(plan.user)
    // Where programs look for it, a link says how it is called.
    if let socket = plan.socket { words += ["--symlink", "@" + socket, folder + "/bailey/broker.sock"] }
    for (index, socket) in plan.sessionSockets.enumerated() {
      bind(socket.socket, "socket\(index)", at: "\(folder)/\(socket.name)", "--ro-bind")
    }
  }

  private mutating func inMemory(_ path: String) { words += ["--size", "\(SandboxKind.room)", "--tmpfs", path] }

  private static let container = "container"

  private mutating func bind(
    _ source: MountSource, _ name: String, _ way: StagedMount.Way = .itself, at inside: String,
    _ option: String = "--bind"
  ) {
    stage.append(StagedMount(source, at: name, way))
    words += [option, StagedMount.path(of: name), inside]
  }

  private mutating func environment(_ plan: SandboxPlan) {
    let home = SandboxPlan.home
    var variables: [(name: String, value: String)] = [
      ("HOME", home), ("TMPDIR", "/tmp"), ("PATH", "/usr/local/bin:/usr/bin:/bin"), ("USER", "app"), ("LOGNAME", "app"),
      ("XDG_RUNTIME_DIR", SandboxPlan.runtime(plan.user)), ("XDG_CONFIG_HOME", home + "/Library/Preferences"),
      ("XDG_DATA_HOME", home + "/Library/Application Support"), ("XDG_CACHE_HOME", home + "/Library/Caches"),
      ("LD_LIBRARY_PATH", plan.libraryFolders.joined(separator: ":")),
    ]
    variables += ProxyVariables.of(plan) + plan.environment
    words.append("--clearenv")
    for (name, value) in variables { words += ["--setenv", name, value] }
  }

  private mutating func filters(isTraced: Bool) throws(SandboxFailure) {
    // Where somebody names what is refused, `SandboxTrace` refuses it.
    if !isTraced {
      try filter { (descriptor) throws(SystemCallFilterError) in
        try SystemCallProgram.write(allowing: AllowedSystemCalls.all, to: descriptor)
      }
    }
    try filter { (descriptor) throws(SystemCallFilterError) in
      try SystemCallProgram.write(refusing: AllowedSystemCalls.refused(isTraced: isTraced), to: descriptor)
    }
  }

  private mutating func filter(
    _ write: (Int32) throws(SystemCallFilterError) -> Void
  ) throws(SandboxFailure) {
    let file: MemoryFile
    do { file = try MemoryFile() } catch { throw .system(error) }
    do { try write(file.descriptor.raw) } catch { throw .filter(error) }
    do { words += ["--add-seccomp-fd", "\(attach(try file.sealed()))"] } catch { throw .system(error) }
  }
}

/// Why a sandbox could not be made; nothing was started then.
package enum SandboxFailure: Error, Equatable, Sendable {
  case system(SystemError)
  case filter(SystemCallFilterError)
}
