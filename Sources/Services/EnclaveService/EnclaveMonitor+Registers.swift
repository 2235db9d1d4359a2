// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Keybag
import ProtectionModel

extension EnclaveMonitor {
  func seal(_ digest: [UInt8], of register: SealedRegister) throws(EnclaveRefusal) -> RegisterSeal {
    do { return try keybag.seal(digest, of: register) } catch { throw EnclaveRefusal(error) }
  }

  func accept(
    _ digest: [UInt8], _ seal: RegisterSeal, of register: SealedRegister
  ) throws(EnclaveRefusal) {
    let verdict: Keybag.RegisterVerdict
    do { verdict = try keybag.accept(digest, seal, of: register) } catch { throw EnclaveRefusal(error) }
    switch verdict {
    case .accepted: return
    case .forged: throw .registerForged
    case .older: throw .registerOlder
    }
  }
}
