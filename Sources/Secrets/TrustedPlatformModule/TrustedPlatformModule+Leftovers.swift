// SPDX-License-Identifier: Apache-2.0
import CTPM2
package import SystemCalls

// MARK: - What killed processes left

extension TPMInterface {
  /// Whether something stands between this process and the TPM that flushes what an ended process left there: the kernel, at its devices
  /// `tpmrm0` and up. A device of another name is taken for one of those.
  package var hasResourceManager: Bool {
    switch self {
    case .socket, .loopback: return false
    case .device(let path):
      let name = path.split(separator: "/").last ?? ""
      return !(name.hasPrefix("tpm") && name.dropFirst("tpm".count).allSatisfy(\.isNumber))
    }
  }
}

extension TrustedPlatformModule {
  /// Takes a descriptor of this interface, and flushes what killed processes left where nobody else does.
  package static func connected(
    to interface: TPMInterface, by descriptor: consuming FileDescriptor
  ) throws(TPMError) -> TrustedPlatformModule {
    var tpm = try TrustedPlatformModule(descriptor)
    if !interface.hasResourceManager { tpm.flushLeftovers() }
    return tpm
  }

  /// Flushes all keys and sessions that are in the TPM. A process that was killed while it used them left them there, and there is room
  /// for some three of each.
  ///
  /// To be called before anything else, and only where no resource manager serves the TPM: nobody else is connected to it then. What
  /// cannot be flushed is left: whatever finds no room then says so.
  package mutating func flushLeftovers() {
    for first in [Self.firstTransientObject, Self.firstLoadedSession] {
      for handle in (try? handles(from: first)) ?? [] { try? flush(handle) }
    }
  }

  /// Part 2, section 7.4: `TRANSIENT_FIRST` and `LOADED_SESSION_FIRST`.
  private static let firstTransientObject: UInt32 = 0x8000_0000
  private static let firstLoadedSession: UInt32 = 0x0200_0000
  /// `TPM_CAP_HANDLES`.
  private static let handlesOfRange: UInt32 = 1
  private static let most = 32

  /// The handles of what is there of the range that this one begins.
  private func handles(from first: UInt32) throws(TPMError) -> [UInt32] {
    var more: UInt8 = 0
    var data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
    try TPMError.check(
      .getCapability,
      unsafe Esys_GetCapability(
        esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, Self.handlesOfRange, first, UInt32(Self.most), &more, &data))
    guard let data = unsafe data else { return [] }
    defer { unsafe Esys_Free(data) }
    let count = unsafe min(Int(data.pointee.data.handles.count), Self.most)
    return unsafe withUnsafeBytes(of: &data.pointee.data.handles.handle) { bytes in
      (0..<count).map { unsafe bytes.load(fromByteOffset: $0 * MemoryLayout<UInt32>.size, as: UInt32.self) }
    }
  }

  private func flush(_ handle: UInt32) throws(TPMError) {
    var object: ESYS_TR = ESYS_TR_NONE
    try TPMError.check(
      .flushContext,
      unsafe Esys_TR_FromTPMPublic(esys, handle, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &object))
    try TPMError.check(.flushContext, unsafe Esys_FlushContext(esys, object))
  }
}
