// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import Instance
import InstanceLayout
import Mounts
import Sockets
import SupervisorMessages
import SystemCalls

/// An instance this process has the right to run, with all that is open while it does.
struct SupervisedInstance: ~Copyable {
  let folder: InstanceFolder
  let lock: InstanceLock
  /// The settings that Bailey was started with, and the owner's changes since that count at once.
  var settings: Configuration
  let log: LogFile
  let enclaveFolder: FileDescriptor
  let enclaveSocket: PacketSocket
  let brokerSocket: PacketSocket
  let controlSocket: PacketSocket
  let signals: SignalDescriptor

  /// How long processes of the last run may take to end.
  private static let timeout = Duration.seconds(10)

  init(_ location: InstanceLocation) throws(StartFailure) {
    do {
      self = try Self.open(location)
    } catch let error as StartFailure {
      throw error
    } catch let error as SystemError {
      throw StartFailure(.socket, code: error.code, subject: location.sockets)
    } catch {
      throw StartFailure(.instance, subject: location.home)
    }
  }

  private static func open(_ location: InstanceLocation) throws -> SupervisedInstance {
    let folder = try InstanceFolder(creating: location)
    let settings = try folder.configuration()
    let lock = try acquire(folder, MountFolder(path: settings.mount ?? location.defaultMount))
    try Erasure.finish(in: folder)
    let log = LogFile(in: try folder.home.open("log", O_RDONLY | O_DIRECTORY))
    let enclaveFolder = try folder.home.open("enclave", O_RDONLY | O_DIRECTORY)
    // Neither is for descriptors; an older kernel takes them, and they are closed.
    let enclaveSocket = try PacketSocket.listening(at: InstanceLocation.enclaveSocketName, in: folder.sockets) {
      try? $0.refuseDescriptors()
    }
    let brokerSocket = try PacketSocket.listening(at: InstanceLocation.brokerSocketName, in: folder.sockets) {
      socket throws(SystemError) in
      try socket.noteSenders()
      try? socket.refuseDescriptors()
    }
    let controlSocket = try PacketSocket.listening(at: InstanceLocation.supervisorSocketName, in: folder.sockets)
    return SupervisedInstance(
      folder: folder, lock: lock, settings: settings, log: log, enclaveFolder: enclaveFolder,
      enclaveSocket: enclaveSocket, brokerSocket: brokerSocket, controlSocket: controlSocket,
      signals: try SignalDescriptor([SIGTERM, SIGINT, SIGHUP]))
  }

  private init(
    folder: consuming InstanceFolder, lock: consuming InstanceLock, settings: Configuration, log: LogFile,
    enclaveFolder: consuming FileDescriptor, enclaveSocket: consuming PacketSocket,
    brokerSocket: consuming PacketSocket, controlSocket: consuming PacketSocket, signals: consuming SignalDescriptor
  ) {
    self.folder = folder
    self.lock = lock
    self.settings = settings
    self.log = log
    self.enclaveFolder = enclaveFolder
    self.enclaveSocket = enclaveSocket
    self.brokerSocket = brokerSocket
    self.controlSocket = controlSocket
    self.signals = signals
  }

  /// Processes of the last run may be ending. Those that wait for a mount whose server is dead never end by themselves:
  /// that mount is cut off.
  private static func acquire(_ folder: borrowing InstanceFolder, _ mount: MountFolder) throws -> InstanceLock {
    if let lock = try acquire(folder, within: timeout) { return lock }
    guard mount.hangs else { throw StartFailure(.stillEnding, subject: folder.location.home) }
    guard mount.cutOff() == .cutOff else { throw StartFailure(.mountHangs, subject: mount.path) }
    if let lock = try acquire(folder, within: timeout) { return lock }
    throw StartFailure(.stillEnding, subject: folder.location.home)
  }

  /// Takes the instance for this supervisor; nil if another process still has it at the end of that time.
  private static func acquire(
    _ folder: borrowing InstanceFolder, within timeout: Duration
  ) throws -> InstanceLock? {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: timeout)
    while true {
      if let lock = try InstanceLock.acquire(in: folder.home) { return lock }
      let name = InstanceLocation.supervisorSocketName
      if (try? PacketSocket.connected(to: name, in: folder.sockets)) != nil { throw StartFailure(.alreadyRunning) }
      guard clock.now < deadline else { return nil }
      _ = try Poll.readable([], within: .milliseconds(50))
    }
  }
}
