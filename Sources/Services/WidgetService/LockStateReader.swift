// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Instance
import InstanceLayout
package import ProtectionModel

/// The lock state, asked of the enclave itself each time.
package final class LockStateReader {
  private let channel: OwnerChannel

  package init() throws(WidgetFailure) {
    let folder: InstanceFolder
    do { folder = try InstanceFolder(existing: .current()) } catch { throw .notRunning }
    do {
      channel = try OwnerChannel(connectingTo: InstanceLocation.enclaveSocketName, in: folder.sockets)
    } catch {
      throw .notRunning
    }
  }

  /// Whether extensions may be asked for samples, which may be made of their owner's data: else for placeholders alone. Where
  /// there is no instance, nothing is locked.
  package static var permitsSamples: Bool {
    do throws(InstanceError) {
      _ = try InstanceFolder(existing: .current())
    } catch .notCreated {
      return true
    } catch {
      return false
    }
    return (try? LockStateReader())?.state == .unlocked
  }

  /// Whatever is not known for certain counts as before the first unlock.
  package var state: LockState { (try? channel.status().state) ?? .beforeFirstUnlock }
}
