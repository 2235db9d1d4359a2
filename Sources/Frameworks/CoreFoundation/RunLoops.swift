// SPDX-License-Identifier: Apache-2.0
import CFoundationObjects
public import Foundation

// Unsafe because Apple's signatures are, of which Foundation keeps the functions: they know a run loop by its address.

/// A thread's run loop.
/// Unchecked because the functions of run loops that take one may be called on any thread.
public final class CFRunLoop: NSObject, @unchecked Sendable {
  /// A Core Foundation object.
  fileprivate let loop: AnyObject

  fileprivate init(_ pointer: UnsafeRawPointer) {
    loop = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  fileprivate var address: UnsafeRawPointer { unsafe UnsafeRawPointer(Unmanaged.passUnretained(loop).toOpaque()) }

  /// Whether both stand for the same run loop.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CFRunLoop)?.loop === loop }
  /// The hash of the run loop that it stands for.
  public override var hash: Int { ObjectIdentifier(loop).hashValue }
}

/// The run loop of the current thread.
public func CFRunLoopGetCurrent() -> CFRunLoop! { unsafe CFRunLoop(foundation_run_loop_current()) }
/// The main thread's loop.
public func CFRunLoopGetMain() -> CFRunLoop! { unsafe CFRunLoop(foundation_run_loop_main()) }
/// Runs this thread's loop until it is stopped, or has nothing left to wait for.
public func CFRunLoopRun() { foundation_run_loop_run() }
/// Has the loop return to whoever runs it.
public func CFRunLoopStop(_ loop: CFRunLoop!) { unsafe foundation_run_loop_stop(loop.address) }
/// Has a waiting loop look at its sources again.
public func CFRunLoopWakeUp(_ loop: CFRunLoop!) { unsafe foundation_run_loop_wake_up(loop.address) }
