// SPDX-License-Identifier: Apache-2.0
package import FuseSession
import Glibc
package import LinuxSystem
import ProtectedFiles
import ProtectionModel
import Synchronization

/// What makes the kernel forget the pages of a file, after those changed through mappings were written.
package protocol PageInvalidator: Sendable {
  func invalidate(_ node: NodeID) throws(SystemError)
}

extension Mount: PageInvalidator {}

// MARK: - The lock state

extension ProtectedFilesystem {
  /// Gives up everything of the classes that lock. When it returns, no key and no plaintext of theirs is left here or
  /// in the kernel's cache, but for class B files that are open.
  ///
  /// In this order: new uses are refused; the kernel writes what was changed through mappings and forgets its pages,
  /// for which the keys must still be here; the keys go, each when the last request that uses it has been answered;
  /// the kernel forgets what such a request may have brought since. From a thread of its own, never from a request.
  @discardableResult
  package func lock(_ kernel: any PageInvalidator) -> LockOutcome {
    gate.move(to: .closing)
    let first = invalidate(lockedNodes(), kernel)
    gate.move(to: .closed)
    dropKeys()
    let second = invalidate(lockedNodes(), kernel)
    return first == .nothingIsLeft ? second : first
  }

  /// Keys are fetched when files are next used.
  package func unlock() { gate.move(to: .open) }

  /// Class B files that were closed while locked: due when `stale` is readable.
  package func invalidateStaleNodes(_ kernel: any PageInvalidator) {
    invalidate(Array(stale.takeAll()), kernel)
  }

  private func dropKeys() {
    for (_, file) in nodes.cached(.complete) {
      file?.changing { state in
        _ = try? state.changing { (contents) throws(FileError) in contents.key = nil }
      }
    }
    newKeys.drop(.complete)
    newKeys.drop(.completeUnlessOpen)
  }

  private func lockedNodes() -> [NodeID] {
    let unopened = nodes.cached(.completeUnlessOpen).filter { _, file in
      file?.state.reading { state in state.openings == 0 } ?? true
    }
    return nodes.cached(.complete).map(\.id) + unopened.map(\.id)
  }

  /// Two threads, because the kernel takes its time for each file and for each page. One file that fails is no reason
  /// to keep the others.
  @discardableResult
  private func invalidate(_ list: [NodeID], _ kernel: any PageInvalidator) -> LockOutcome {
    let work = Invalidation(list: list, kernel: kernel)
    let second = list.count > 1 ? try? SystemThread(named: "purge", { work.run() }) : nil
    work.run()
    second?.join()
    return work.outcome
  }
}

/// What a lock came to.
package enum LockOutcome: Sendable, Equatable {
  case nothingIsLeft
  /// The kernel would not forget the pages of some files: whoever waits for the lock may not be told that it is done.
  case pagesRemain
}

/// A list of nodes that several threads work off.
private final class Invalidation: Sendable {
  private let list: [NodeID]
  private let kernel: any PageInvalidator
  private let next = Atomic(0)
  private let failures = Atomic(0)

  var outcome: LockOutcome { failures.load(ordering: .acquiring) == 0 ? .nothingIsLeft : .pagesRemain }

  init(list: [NodeID], kernel: any PageInvalidator) {
    self.list = list
    self.kernel = kernel
  }

  func run() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < list.count else { return }
      do {
        try kernel.invalidate(list[index])
      } catch  where error.code == ENOENT {
        // The kernel knows it no longer.
      } catch {
        failures.add(1, ordering: .relaxed)
      }
    }
  }
}
