// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import Threads

/// A filesystem of devices that give nothing: a camera that films black, a microphone that hears nothing.
///
/// Programs get files of it in the place of devices, and use them as such: what `ioctl(2)`, `poll(2)` and a mapping of the
/// device itself would say is said here. Only `fstat(2)` tells that it is a file.
final class EmptyDevices: FileSystemOperations {
  private struct State {
    var openings: [FileHandle: Opening] = [:]
    var last: UInt64 = 0
    /// The namespaces of processes to which memory may be written.
    var namespaces: Set<[UInt8]> = []
  }

  private let state = Locked(State())
  private static let mostOpenings = 1024

  /// Admits a namespace, to whose processes' memory a command may be answered.
  func admit(_ namespace: [UInt8]) { state.withLock { _ = $0.namespaces.insert(namespace) } }

  // MARK: - Names

  func lookUp(_ name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    guard parent == .root, let device = EmptyDevice.allCases.first(where: { Array($0.name.utf8) == name })
    else { throw .missing }
    return Entry(node: device.node, attributes: try attributes(of: device.node, handle: nil))
  }

  func forget(_ node: NodeID, lookups: UInt64) {}

  func attributes(of node: NodeID, handle: FileHandle?) throws(FileError) -> FileAttributes {
    var attributes = FileAttributes(
      inode: node.rawValue, mode: S_IFDIR | 0o700, links: 2, user: geteuid(), group: getegid())
    guard node != .root else { return attributes }
    guard let device = EmptyDevice(node) else { throw .missing }
    (attributes.mode, attributes.links, attributes.size) = (S_IFREG | 0o600, 1, device.size)
    return attributes
  }

  /// Changes nothing; a program that empties what it opened, as one does with a file, is not kept from going on.
  func change(_ node: NodeID, _ change: AttributeChange, caller: Caller) throws(FileError) -> FileAttributes {
    try attributes(of: node, handle: nil)
  }

  func status(of node: NodeID) throws(FileError) -> FileSystemStatus {
    FileSystemStatus(
      blockSize: 4096, blocks: 0, freeBlocks: 0, availableBlocks: 0, files: UInt64(EmptyDevice.allCases.count),
      freeFiles: 0, longestName: 255)
  }

  // MARK: - Contents

  func open(_ node: NodeID, flags: Int32, privileges: PrivilegeBits, caller: Caller) throws(FileError) -> OpenReply {
    guard let device = EmptyDevice(node) else { throw .missing }
    let opening = Opening(device, flags: flags)
    let handle = state.withLock { state -> FileHandle? in
      guard state.openings.count < Self.mostOpenings else { return nil }
      state.last += 1
      let handle = FileHandle(rawValue: state.last)
      state.openings[handle] = opening
      return handle
    }
    guard let handle else { throw FileError(EMFILE) }
    // A sound device that cannot be mapped is asked by commands for what its maps would say.
    return OpenReply(handle: handle, pages: device == .camera ? .keep : .bypass)
  }

  func release(_ node: NodeID, _ handle: FileHandle) { state.withLock { _ = $0.openings.removeValue(forKey: handle) } }

  func read(
    _ node: NodeID, _ handle: FileHandle, offset: Int, count: Int, reply: inout ReadReply
  ) throws(FileError) {
    let bytes = try nothing(of: node, handle, offset: offset, count: count)
    reply.send(bytes.span, isForgotten: false)
  }

  private func nothing(
    of node: NodeID, _ handle: FileHandle, offset: Int, count: Int
  ) throws(FileError) -> [UInt8] {
    switch EmptyDevice(node) {
    case .camera:
      let count = max(0, min(count, EmptyDevice.camera.size - offset))
      let pixels = BlackCamera.pixels
      return (0..<count).map { pixels[(offset + $0) % pixels.count] }
    case .microphone: return try silence(count, handle)
    case .soundCard, nil: throw FileError(EINVAL)
    }
  }

  /// How much of it there is by now.
  private func silence(_ count: Int, _ handle: FileHandle) throws(FileError) -> [UInt8] {
    let opening = try opening(handle)
    let frame = opening.frameBytes
    guard frame > 0 else {
      // Nobody has said how it is to be recorded: as much as a telephone hears.
      Opening.wait(until: Opening.now + UInt64(min(count, Self.telephone)) * 1_000_000_000 / UInt64(Self.telephone))
      return [UInt8](repeating: 0, count: min(count, Self.telephone))
    }
    return try opening.transfer(UInt64(count / frame)).silence
  }

  /// The bytes that a telephone's microphone has in a second.
  private static let telephone = 8000

  /// Discards what is written into a frame.
  func write(
    _ request: WriteRequest, _ bytes: inout MutableSpan<UInt8>, reply: inout WriteReply
  ) throws(FileError) -> Int {
    guard request.node == EmptyDevice.camera.node, request.origin == .mapping else { throw FileError(EINVAL) }
    return bytes.count
  }

  // MARK: - Commands

  func control(_ request: ControlRequest) throws(FileError) -> ControlReply {
    let opening = try opening(request.handle)
    switch (EmptyDevice(request.node), ControlCommand(raw: request.command)) {
    case (.microphone, Self.fetch): return try fetch(request, opening)
    case (.soundCard, SoundCard.nextDevice):
      let number = try memory(of: request).read(4, at: request.argument)[0]
      return ControlReply(SoundCard.device(after: Int32(bitPattern: number)))
    default: return try opening.control(request.command, request.input)
    }
  }

  func events(_ node: NodeID, _ handle: FileHandle, _ notifier: PollNotifier?) throws(FileError) -> UInt32 {
    try opening(handle).events(notifier)
  }

  /// `SNDRV_PCM_IOCTL_READI_FRAMES`, whose number says that it only takes an answer; what it is told lies in the program's
  /// memory: a result, an address, and how many frames are to be there.
  private static let fetch = ControlCommand("A", 0x51, 24)

  private func fetch(_ request: ControlRequest, _ opening: Opening) throws(FileError) -> ControlReply {
    let memory = try memory(of: request)
    var record = try memory.read(24, at: request.argument)
    let (frames, silence) = try opening.transfer(record[long: 16])
    try memory.write(silence, at: record[long: 8])
    record[long: 0] = frames
    return ControlReply(record.bytes)
  }

  private func memory(of request: ControlRequest) throws(FileError) -> AppMemory {
    try AppMemory(of: request.process, in: state.withLock { $0.namespaces })
  }

  private func opening(_ handle: FileHandle) throws(FileError) -> Opening {
    guard let opening = state.withLock({ $0.openings[handle] }) else { throw FileError(EBADF) }
    return opening
  }
}
