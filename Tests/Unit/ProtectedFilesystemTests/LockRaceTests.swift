// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import ProtectedFiles
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import SystemCalls
import TemporaryFolder
import Testing
import Threads

/// Locks that come in the middle of something else.
@Suite struct LockRaceTests {
  /// A filesystem without a mount, whose class keys and kernel a test plays.
  private struct World {
    let keys = InterruptedKeys()
    let kernel = Kernel()
    let filesystem: ProtectedFilesystem
    private let backing: TemporaryFolder

    init(_ protection: ProtectionClass) throws {
      backing = try TemporaryFolder()
      let store = try FileStore(at: backing.path, VolumeKeys(volumeKey: keys.keys.volumeKey()), writers: 1)
      filesystem = try ProtectedFilesystem(store, keys, .unlocked, containerDefault: protection)
    }

    func create(_ name: String, in folder: NodeID = .root) throws(FileError) -> NodeID {
      try filesystem.create(
        Array(name.utf8), in: folder, mode: 0o644, flags: O_RDWR, caller: Self.caller
      ).0.node
    }

    func makeFolder(_ name: String, _ protection: ProtectionClass) throws(FileError) -> NodeID {
      let folder = try filesystem.makeDirectory(Array(name.utf8), in: .root, mode: 0o755, caller: Self.caller).node
      try setClass(protection, of: folder)
      return folder
    }

    func open(_ node: NodeID) throws(FileError) {
      _ = try filesystem.open(node, flags: O_RDWR, privileges: .keep, caller: Self.caller)
    }

    func setClass(_ protection: ProtectionClass, of node: NodeID) throws(FileError) {
      let value = Array(protection.attributeValue.utf8)
      try filesystem.setExtendedAttribute(
        Array("user.bailey.protection".utf8), of: node, to: value.span, .either, caller: Self.caller)
    }

    /// Locks on another thread, and goes on once the kernel has been told of a node, or will not be.
    func beginLock(untilToldOf node: NodeID) -> SystemThread? {
      let thread = try? SystemThread(named: "lock") { [filesystem, kernel] in filesystem.lock(kernel) }
      for _ in 0..<1000 where !kernel.told.contains(node) { usleep(10_000) }
      return thread
    }

    func wait(until condition: () -> Bool) {
      for _ in 0..<1000 where !condition() { usleep(10_000) }
    }

    private static let caller = Caller(user: geteuid(), group: getegid(), process: 0, umask: 0)
  }

  @Test(arguments: [(.complete, .none), (.none, .complete)] as [(ProtectionClass, ProtectionClass)])
  func `A file whose class is just being changed is not missed`(from old: ProtectionClass, to new: ProtectionClass)
    throws
  {
    let world = try World(old)
    let node = try world.create("file")
    let lock = Locked<SystemThread?>(nil)
    world.keys.interrupt { lock.withLock { $0 = world.beginLock(untilToldOf: node) } }
    try world.setClass(new, of: node)
    #expect(world.kernel.told.contains(node))
    lock.withLock { $0 }?.join()
  }

  @Test func `A file used for a moment is not missed`() throws {
    let world = try World(.complete)
    let node = try world.create("file")
    world.filesystem.release(node, FileHandle(rawValue: node.rawValue))
    let lock = Locked<SystemThread?>(nil)
    world.keys.interrupt { lock.withLock { $0 = world.beginLock(untilToldOf: node) } }
    try world.setClass(.none, of: node)
    #expect(world.kernel.told.contains(node))
    lock.withLock { $0 }?.join()
  }

  @Test func `Keys made ahead that arrive during a lock are dropped`() throws {
    let world = try World(.complete)
    world.keys.interrupt {
      world.keys.keys.beginLocking()
      world.filesystem.lock(world.kernel)
    }
    #expect(throws: FileError.locked) { try world.create("file") }
    #expect(world.keys.batches == 1)
    world.keys.keys.move(to: .unlocked)
    world.filesystem.unlock()
    _ = try world.create("file")
    #expect(world.keys.batches == 2, "none of the first was kept")
  }

  @Test func `Keys are fetched before the last one is used`() throws {
    let world = try World(.none)
    for number in 0..<8 { _ = try world.create("\(number)") }
    world.wait { world.keys.batches(of: .fileNone) == 2 }
    for number in 8..<23 { _ = try world.create("\(number)") }
    #expect(world.keys.batches(askedForBy: pthread_self()) == 1, "nobody waits for more than the first")
  }

  @Test func `Keys fetched ahead that arrive during a lock are dropped`() throws {
    let world = try World(.complete)
    let folder = try world.makeFolder("folder", .none)
    for number in 0..<7 { _ = try world.create("\(number)") }
    let isLocked = Locked(false)
    world.keys.interrupt {
      world.keys.keys.beginLocking()
      world.filesystem.lock(world.kernel)
      isLocked.withLock { $0 = true }
    }
    _ = try? world.create("7")
    world.wait { isLocked.withLock { $0 } }
    // What is fetched for another class comes after what was fetched for this one.
    for number in 0..<8 { _ = try world.create("\(number)", in: folder) }
    world.wait { world.keys.batches(of: .fileNone) == 2 }
    world.keys.keys.move(to: .unlocked)
    world.filesystem.unlock()
    _ = try world.create("8")
    #expect(world.keys.batches(of: .fileComplete) == 3, "none of the second was kept")
  }

  @Test func `A key that arrives when the keys are taken away is not used`() throws {
    let world = try World(.complete)
    let node = try world.create("file")
    world.filesystem.release(node, FileHandle(rawValue: node.rawValue))
    world.keys.interrupt {
      world.keys.keys.beginLocking()
      world.filesystem.revokeKeys()
    }
    #expect(throws: FileError.locked) { try world.open(node) }
    world.keys.keys.move(to: .unlocked)
    world.filesystem.unlock()
    try world.open(node)
  }

  @Test func `What the kernel will not forget is said`() throws {
    let world = try World(.complete)
    let node = try world.create("file")
    world.kernel.refuse(EBUSY)
    #expect(world.filesystem.lock(world.kernel) == .pagesRemain)
    #expect(world.filesystem.purge(world.kernel) == .pagesRemain)
    world.kernel.refuse(nil)
    #expect(world.filesystem.purge(world.kernel) == .nothingIsLeft)
    world.kernel.refuse(ENOENT)
    #expect(world.filesystem.purge(world.kernel) == .nothingIsLeft, "what it does not know it has forgotten")
    #expect(world.kernel.told.contains(node))
  }
}

/// Class keys that let a test do something once, in the moment in which a key has been given out and not arrived.
private final class InterruptedKeys: ClassKeyService {
  let keys = FakeClassKeys(.unlocked)
  private let interruption = Locked<(@Sendable () -> Void)?>(nil)
  private let made = Locked<[(keyClass: KeyClass, thread: pthread_t)]>([])

  /// How often several keys were made at once.
  var batches: Int { made.withLock { $0.count } }
  func batches(of keyClass: KeyClass) -> Int { made.withLock { $0.count { $0.keyClass == keyClass } } }
  func batches(askedForBy thread: pthread_t) -> Int { made.withLock { $0.count { $0.thread == thread } } }

  func interrupt(_ body: @escaping @Sendable () -> Void) { interruption.withLock { $0 = body } }

  private func pause() {
    interruption.withLock { interruption in
      defer { interruption = nil }
      return interruption
    }?()
  }

  func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError) {
    for number in 1...count {
      let key = try keys.makeKey(keyClass)
      if number == count { pause() }
      take(key)
    }
    made.withLock { $0.append((keyClass, pthread_self())) }
  }

  func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey { try keys.makeKey(keyClass) }

  func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes {
    let key = try keys.unwrap(wrapped)
    pause()
    return key
  }

  func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    let wrapped = try keys.rewrap(wrapped, to: keyClass)
    pause()
    return wrapped
  }

  func isAvailable(_ keyClass: KeyClass) -> Bool { keys.isAvailable(keyClass) }
}

/// What the kernel is told to forget.
private final class Kernel: PageInvalidator {
  private struct State {
    var told: Set<NodeID> = []
    var refusal: Int32?
  }
  private let state = Locked(State())

  var told: Set<NodeID> { state.withLock { $0.told } }
  func refuse(_ code: Int32?) { state.withLock { $0.refusal = code } }

  func invalidate(_ node: NodeID) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      state.told.insert(node)
      if let code = state.refusal { throw SystemError(.write, code: code) }
    }
  }
}
