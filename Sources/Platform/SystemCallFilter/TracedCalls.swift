// SPDX-License-Identifier: Apache-2.0
import CLinux
import CSeccomp
import Glibc
package import SystemCalls
import Threads

/// The call that a process under a `TraceFilter` is about to make.
package enum TracedCall: Sendable, Equatable {
  /// Opens or looks at a file; the flags are those of `open(2)`.
  case path(OpenCalls.Call)
  /// Opens or looks at a file that is open already, or whose path cannot be read.
  case unnamed
  /// The process connects a socket to an address, whose bytes were read from its memory.
  case connect(process: Int32, [UInt8])
  case bind(process: Int32, [UInt8])
  case socket(family: UInt32)
  /// The process executes another program.
  case execute(String?)
  /// A call that is not allowed, by its name.
  case other(String)
}

/// Answers the calls of processes under a `TraceFilter`, one after the other.
package final class TracedCalls: Sendable {
  /// Opens that are answered out here, such as those of devices: on threads of their own, because that may take long.
  package struct Devices: Sendable {
    let concerns: @Sendable (String) -> Bool
    let answer: @Sendable (OpenCalls.Call) -> OpenCalls.Answer

    package init(
      concerns: @escaping @Sendable (String) -> Bool,
      answer: @escaping @Sendable (OpenCalls.Call) -> OpenCalls.Answer
    ) {
      self.concerns = concerns
      self.answer = answer
    }
  }

  private let listener: FileDescriptor
  private let devices: Devices?
  private let note: @Sendable (TracedCall) -> Int32?

  /// `note` hears of each call, and gives the error that it fails with; nil lets the kernel carry it out.
  package init(
    _ listener: consuming FileDescriptor, devices: Devices?, note: @escaping @Sendable (TracedCall) -> Int32?
  ) {
    self.listener = listener
    self.devices = devices
    self.note = note
  }

  /// Returns when no process is left under the filter.
  package func serve() {
    while true {
      guard clinux_wait_for_open(listener.raw) == 1 else { return }
      var raw = clinux_call()
      guard unsafe clinux_next_call(listener.raw, &raw) == 0 else {
        if errno == ENOENT || errno == EINTR { continue }
        return
      }
      answer(raw)
    }
  }

  private func answer(_ raw: clinux_call) {
    let call = Self.call(raw)
    if case .path(let open) = call, let devices, devices.concerns(open.path) {
      let number = raw.number
      do {
        try SystemThread.start(named: "open") { [self] in
          OpenCalls.finish(listener.raw, number, open.flags, devices.answer(open))
        }
      } catch {
        _ = clinux_open_fails(listener.raw, number, EAGAIN)
      }
      return
    }
    if let code = note(call) {
      _ = clinux_open_fails(listener.raw, raw.number, code)
    } else {
      _ = clinux_open_proceeds(listener.raw, raw.number)
    }
  }

  // MARK: - What a call is

  private static func call(_ raw: clinux_call) -> TracedCall {
    let name = name(of: raw.name)
    let arguments = raw.arguments
    switch name {
    case "connect": return .connect(process: raw.process, address(raw.process, arguments.1, arguments.2))
    case "bind": return .bind(process: raw.process, address(raw.process, arguments.1, arguments.2))
    case "socket": return .socket(family: UInt32(truncatingIfNeeded: arguments.0))
    case "execve": return .execute(OpenCalls.text(raw.process, at: arguments.0))
    default: break
    }
    var open = clinux_open_call()
    let isOpen = unsafe withUnsafePointer(to: raw) { unsafe clinux_open_of($0, &open) == 0 }
    guard isOpen else { return .other(name) }
    guard let path = OpenCalls.path(of: open) else { return .unnamed }
    return .path(
      OpenCalls.Call(number: raw.number, process: raw.process, path: path, flags: Int32(truncatingIfNeeded: open.flags))
    )
  }

  private static func name(of number: Int32) -> String {
    guard let name = unsafe seccomp_syscall_resolve_num_arch(UInt32(SCMP_ARCH_NATIVE), number) else {
      return "\(number)"
    }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  private static let longestAddress: UInt64 = 128

  private static func address(_ process: Int32, _ address: UInt64, _ count: UInt64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(min(count & 0xFFFF_FFFF, longestAddress)))
    let read = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe clinux_read_bytes(process, address, buffer.baseAddress, buffer.count)
    }
    return read == bytes.count ? bytes : []
  }
}

/// Whether a process sees a path of the machine.
package enum ProcessView {
  /// The error with which a process would not reach a path; nil where it does reach it. `forWriting`: where it may also
  /// write.
  package static func failure(_ process: Int32, _ path: String, forWriting: Bool) -> Int32? {
    let code = unsafe clinux_seen_by(process, path, forWriting ? 1 : 0)
    return code == 0 ? nil : code
  }
}
