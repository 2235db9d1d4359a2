// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import EmptyDevices
import OwnProcess

/// The device files of the machine that are a camera or a microphone.
package struct DeviceList: Sendable {
  /// The further devices that the person's settings name.
  private let named: [String: ConsentService]
  /// The services of devices by the paths that links lead to.
  private let open: [String: ConsentService]

  package init(named: [String: ConsentService] = [:]) {
    self.named = named
    let real = named.compactMap { path, service in Environment.canonicalPath(path).map { ($0, service) } }
    open = Dictionary(real) { first, _ in first }
  }

  /// Whether a path may be a device: a quick look, as each file that an app opens is asked for.
  package func mayBeDevice(_ path: String) -> Bool {
    path.utf8.starts(with: "/dev/".utf8) || (!named.isEmpty && named[path] != nil)
  }

  /// The service and the device itself, whatever link leads to it; nil where there is none.
  package func device(at path: String) -> (service: ConsentService, path: String)? {
    if let service = named[path] { return (service, path) }
    guard mayBeDevice(path), let real = Environment.canonicalPath(path) else { return nil }
    return Self.service(of: real).map { ($0, real) }
  }

  /// The service that guards an open device, by the path that the kernel names.
  func service(ofOpen path: String) -> ConsentService? {
    let gone = " (deleted)"
    let path = path.hasSuffix(gone) ? String(path.dropLast(gone.count)) : path
    return named[path] ?? open[path] ?? Self.service(of: path)
  }

  /// The empty device in the place of one that is not given; nil where there is none.
  func emptyDevice(at path: String, for service: ConsentService) -> EmptyDevice? {
    let name = path.split(separator: "/").last ?? ""
    switch service {
    // What lies behind a camera is not shown: programs do without.
    case .camera: return named[path] == nil && Self.isNumbered(name, "media") ? nil : .camera
    case .microphone where named[path] != nil || name.hasPrefix("pcmC"): return .microphone
    case .microphone where Self.isNumbered(name, "controlC"): return .soundCard
    // The devices of the Open Sound System have commands of their own.
    default: return nil
    }
  }

  private static func service(of path: String) -> ConsentService? {
    let parts = path.split(separator: "/")
    guard parts.first == "dev", let name = parts.last else { return nil }
    switch parts.count {
    case 2 where isNumbered(name, "video") || isNumbered(name, "media"): return .camera
    case 2 where isNumbered(name, "dsp") || isNumbered(name, "audio"): return .microphone
    // ALSA's capture devices end with c; the control device says what a card has.
    case 3 where parts[1] == "snd" && (name.hasPrefix("pcmC") && name.hasSuffix("c") || isNumbered(name, "controlC")):
      return .microphone
    default: return nil
    }
  }

  private static func isNumbered(_ name: Substring, _ prefix: String) -> Bool {
    name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy { ("0"..."9").contains($0) }
  }
}
