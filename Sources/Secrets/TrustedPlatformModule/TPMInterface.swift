// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

/// The interface of a TPM: the kernel's device, or a software TPM for tests and development.
///
/// tpm2-tss has loadable interfaces for the same; ours are descriptors, which are open before a process gives up
/// opening files and connecting, and load no code by a name from a configuration file.
package enum TPMInterface: Sendable, Equatable {
  case device(path: String)
  case socket(path: String)
  /// A software TPM on this machine only: what it is told is in clear on the way but for the parameters.
  case loopback(port: UInt16)

  /// Understands tpm2-tss's spelling: `device:/dev/tpmrm0`, `swtpm:path=SOCKET`, `swtpm:host=127.0.0.1,port=2321`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, !parts[1].utf8.contains(0) else { return nil }
    switch parts[0] {
    case "device": self = .device(path: String(parts[1]))
    case "swtpm": self.init(softwareTPM: parts[1])
    default: return nil
    }
  }

  private init?(softwareTPM settings: Substring) {
    var values: [Substring: String] = [:]
    for setting in settings.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = setting.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, values.updateValue(String(parts[1]), forKey: parts[0]) == nil else { return nil }
    }
    if let path = values.removeValue(forKey: "path") {
      guard values.isEmpty else { return nil }
      self = .socket(path: path)
      return
    }
    let host = values.removeValue(forKey: "host") ?? "127.0.0.1"
    guard ["127.0.0.1", "localhost"].contains(host), let port = UInt16(values.removeValue(forKey: "port") ?? "2321"),
      values.isEmpty
    else { return nil }
    self = .loopback(port: port)
  }

  /// A descriptor to hand to `TrustedPlatformModule`.
  package func open() throws(SystemError) -> FileDescriptor {
    switch self {
    case .device(let path): return try FileDescriptor.open(path, O_RDWR)
    case .socket(let path):
      let socket = try streamSocket(AF_UNIX)
      guard unsafe clinux_connect(socket.raw, path) == 0 else { throw SystemError(.connect) }
      return socket
    case .loopback(let port):
      let socket = try streamSocket(AF_INET)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      let result = unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe connect(
          socket.raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
      guard result == 0 else { throw SystemError(.connect) }
      return socket
    }
  }

  private func streamSocket(_ family: Int32) throws(SystemError) -> FileDescriptor {
    let raw = Glibc.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { throw SystemError(.socket) }
    return FileDescriptor(owning: raw)
  }
}
