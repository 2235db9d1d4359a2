// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

// MARK: - Extended attributes

/// Whether setting an extended attribute may create or replace it.
package enum AttributeSetMode: Int32, Sendable { case either = 0, create, replace }

extension FileDescriptor {
  /// An extended attribute's value; nil where there is none.
  package func extendedAttribute(_ name: String) throws(SystemError) -> [UInt8]? {
    try FaultPlan.check(.getxattr, raw)
    return unsafe try growing(.getxattr, missing: ENODATA) { unsafe clinux_fgetxattr(raw, name, $0, $1) }
  }

  /// The same for an entry of this directory that is not opened: a symbolic link, or a file without read permission.
  package func extendedAttribute(_ name: String, of entry: String) throws(SystemError) -> [UInt8]? {
    try FaultPlan.check(.getxattr, raw)
    return unsafe try growing(.getxattr, missing: ENODATA) { unsafe clinux_getxattr_at(raw, entry, name, $0, $1) }
  }

  package func setExtendedAttribute(
    _ name: String, to value: Span<UInt8>, _ mode: AttributeSetMode = .either
  ) throws(SystemError) {
    try FaultPlan.check(.setxattr, raw, count: value.count)
    unsafe try value.withUnsafeBytes { bytes throws(SystemError) in
      _ = try retrying(.setxattr) { unsafe clinux_fsetxattr(raw, name, bytes.baseAddress, bytes.count, mode.rawValue) }
    }
  }

  package func setExtendedAttribute(
    _ name: String, of entry: String, to value: Span<UInt8>, _ mode: AttributeSetMode = .either
  ) throws(SystemError) {
    try FaultPlan.check(.setxattr, raw, count: value.count)
    unsafe try value.withUnsafeBytes { bytes throws(SystemError) in
      _ = try retrying(.setxattr) {
        unsafe clinux_setxattr_at(raw, entry, name, bytes.baseAddress, bytes.count, mode.rawValue)
      }
    }
  }

  package func removeExtendedAttribute(_ name: String) throws(SystemError) {
    try FaultPlan.check(.removexattr, raw)
    _ = try retrying(.removexattr) { unsafe clinux_fremovexattr(raw, name) }
  }

  package func removeExtendedAttribute(_ name: String, of entry: String) throws(SystemError) {
    try FaultPlan.check(.removexattr, raw)
    _ = try retrying(.removexattr) { unsafe clinux_removexattr_at(raw, entry, name) }
  }

  /// The names of all extended attributes.
  package func extendedAttributeNames() throws(SystemError) -> [String] {
    try FaultPlan.check(.listxattr, raw)
    return names(
      in: unsafe try growing(.listxattr, missing: ENODATA) {
        unsafe clinux_flistxattr(raw, $0?.assumingMemoryBound(to: CChar.self), $1)
      } ?? [])
  }

  package func extendedAttributeNames(of entry: String) throws(SystemError) -> [String] {
    try FaultPlan.check(.listxattr, raw)
    return names(
      in: unsafe try growing(.listxattr, missing: ENODATA) {
        unsafe clinux_listxattr_at(raw, entry, $0?.assumingMemoryBound(to: CChar.self), $1)
      } ?? [])
  }
}

private func names(in list: [UInt8]) -> [String] {
  list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
}

/// Calls with a small buffer first, and again with the size the kernel asks for.
private func growing(
  _ call: SystemCall, missing: Int32, _ body: (UnsafeMutableRawPointer?, Int) -> Int
) throws(SystemError) -> [UInt8]? {
  var capacity = 256
  while true {
    var bytes = [UInt8](repeating: 0, count: capacity)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe body($0.baseAddress, $0.count) }
    if count >= 0 {
      bytes.removeSubrange(count...)
      return bytes
    }
    if errno == missing { return nil }
    guard errno == ERANGE, capacity < 65536 else { throw SystemError(call) }
    capacity = 65536
  }
}
