// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
import ProtectionModel

/// The enclave's knowledge of one register.
struct EnclaveRegister: RegisterSeals {
  let enclave: SharedClassKeys
  let register: SealedRegister

  func registerNumber() throws(RegisterSealError) -> UInt64 {
    do { return try enclave.number(of: register) } catch { throw .unavailable }
  }

  func sealRegister(_ digest: [UInt8]) throws(RegisterSealError) -> RegisterSeal {
    do { return try enclave.seal(digest, of: register) } catch { throw Self.failure(error) }
  }

  func acceptRegister(_ digest: [UInt8], _ seal: RegisterSeal) throws(RegisterSealError) {
    do throws(EnclaveClientError) {
      try enclave.accept(digest, seal, of: register)
    } catch .refused(.registerForged) {
      throw .refused(.forged)
    } catch .refused(.registerOlder) {
      throw .refused(.older)
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: EnclaveClientError) -> RegisterSealError {
    guard case .refused(.storage(let code)) = error else { return .unavailable }
    return .storage(code: code)
  }
}
