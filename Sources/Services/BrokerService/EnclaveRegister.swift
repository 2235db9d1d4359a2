// SPDX-License-Identifier: Apache-2.0
import AppRegistry
import EnclaveClient
import EnclaveMessages
import LinuxSystem
import ProtectionModel

/// What the enclave knows of the register of apps.
struct EnclaveRegister: RegisterSeals {
  let enclave: SharedClassKeys

  func registerNumber() throws(AppRegistryError) -> UInt64 {
    do { return try enclave.registerNumber() } catch { throw .noSeal }
  }

  func sealRegister(_ digest: [UInt8]) throws(AppRegistryError) -> RegisterSeal {
    do { return try enclave.sealRegister(digest) } catch { throw Self.failure(error) }
  }

  func acceptRegister(_ digest: [UInt8], _ seal: RegisterSeal) throws(AppRegistryError) {
    do throws(EnclaveClientError) {
      try enclave.acceptRegister(digest, seal)
    } catch .refused(.registerForged) {
      throw .refused(.forged)
    } catch .refused(.registerOlder) {
      throw .refused(.older)
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: EnclaveClientError) -> AppRegistryError {
    guard case .refused(.storage(let code)) = error else { return .noSeal }
    return .storage(SystemError(.write, code: code))
  }
}
