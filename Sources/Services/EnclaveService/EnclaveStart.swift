// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import EnclaveMessages
import Events
import Glibc
import Keybag
import OwnProcess
import RootKey
import SecretMemory
import Sockets
import SystemCallFilter
import SystemCalls
import TrustedPlatformModule

/// Starts the enclave: the one place that opens files, before it gives up opening any.
///
/// **What the starter passes.** Arguments: see `EnclaveOptions`. Descriptors, and nothing else:
///
/// | number | what |
/// |---|---|
/// | 0, 1, 2 | anything; a failure to start is one line on 2 |
/// | 3 | one end of a SOCK_SEQPACKET socket pair: the supervisor's channel |
/// | 4 | a listening SOCK_SEQPACKET socket, mode 0600: the command line's; it survives restarts of the enclave |
/// | 5 | the directory with `keybag`, `effaceable` and `root.key` or `root.tpm`, mode 0700; they are made where none is there, unless `--no-first-keys` says that there are files of older keys |
///
/// **What it gets.** On 3 the event `ready` once requests are served, and `erased` when everything has been destroyed; the
/// end of the process otherwise. On 3 it hands over two channels each time it starts `bailey-fs` or `baileyd`:
/// `adoptEvents`, then `adoptFiles` or `adoptBroker`, each with a descriptor. Closing 3, or SIGTERM, ends the process; keys are wiped.
///
/// **Exit codes** are `EnclaveExit`.
package enum EnclaveStart {
  /// Runs to the end of the process's life.
  package static func run(arguments: [String]) -> EnclaveExit {
    do throws(EnclaveStartError) {
      let options: EnclaveOptions
      do { options = try EnclaveOptions(arguments: arguments) } catch { throw .usage(error.argument) }
      let service = try prepare(options)
      try system { () throws(SystemError) in try service.run() }
      return .asked
    } catch {
      report(error)
      return error.exit
    }
  }

  private static func prepare(_ options: EnclaveOptions) throws(EnclaveStartError) -> EnclaveService {
    try system { () throws(SystemError) in try ProcessHardening.refuseCoreDumps() }
    let inherited = try InheritedDescriptors()
    let signals = try system { () throws(SystemError) in try SignalDescriptor([SIGTERM, SIGINT, SIGHUP]) }
    let timer = try system { () throws(SystemError) in try TimerDescriptor() }
    do { try Crypto.prepare() } catch { throw .crypto(error) }
    let folder = try EnclaveFolder(inherited.folder, options)
    // Every file is open.
    try system { () throws(SystemError) in try ProcessHardening.keep([.lockMemory]) }
    let keybag: Keybag
    do { keybag = try folder.keybag(options) } catch { throw .keybag(error) }
    // Checked now that the first secrets are allocated: refuse to run if keys could be swapped to a disk.
    guard SecretPages.kind != .swappable else { throw .swappableSecrets }
    let memory: WorkingMemory = ProcessHardening.lockMemory(reserve: 256 << 20) == .locked ? .locked : .swappable
    if memory == .swappable { say("the limit of locked memory is too small for all of it: only keys are locked") }
    let monitor = EnclaveMonitor(
      keybag, root: folder.root, options: options, workingMemory: memory, clock: .system)
    let owner = PeerCredentials.ownUser
    let service: EnclaveService
    do throws(SystemError) {
      service = try EnclaveService(
        monitor, supervisor: inherited.supervisor, listener: inherited.listener, stopSignals: signals, timer: timer,
        owner: owner, clock: .system)
    } catch {
      throw .system(error)
    }
    do { try SystemCallFilter.enter(allowing: AllowedCall.enclave) } catch { throw .sandbox(error) }
    return service
  }

  private static func report(_ error: EnclaveStartError) {
    switch error {
    case .swappableSecrets: say("keys could be swapped out: the limit of locked memory (RLIMIT_MEMLOCK) leaves no room")
    case .keybag(.lost(let file)):
      say("'\(file.rawValue)' is missing or not whole, and no mark says that it was erased: put it back from a copy")
    case .noKeys:
      say(
        "'keybag' and 'effaceable' are both missing or hold no keys, and no mark says that they were erased, but the folders "
          + "'files' and 'broker' are not both new, and only the lost keys open what is there: put both files back from a "
          + "copy, and 'root.key' or 'root.tpm' if it is missing too; or, for a new instance, move both folders away")
    default: say("\(error)")
    }
  }

  private static func say(_ text: String) {
    let line = Array("bailey-enclave: \(text)\n".utf8)
    let errors = FileDescriptor(owning: STDERR_FILENO)
    try? errors.write(line.span)
    _ = errors.release()
  }
}
