// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import Instance
import Mounts
import SupervisorMessages
import SystemCalls
import TerminalConsole

/// Why a command did not do what it was asked: facts, which `Advice` turns into sentences.
enum ControlFailure: Error, Equatable {
  case instance(InstanceError)
  case notRunning
  /// The instance runs with another mount than the one asked for.
  case runsElsewhere(mount: String)
  /// The instance runs with another TPM than the one asked for, or without one.
  case runsWithOtherRoot
  /// The instance was made with a key file, and `up` asks for a TPM.
  case rootIsFile(path: String)
  /// The instance did not start. `said` is the last line that the process at fault has logged.
  case start(StartFailure, said: String?)
  /// The supervisor ended without saying why.
  case supervisorDied(log: String)
  case supervisor(SupervisorClientError)
  case enclave(EnclaveClientError)
  case passcode(PasscodeInputError)
  /// Some processes may go on reading what was locked.
  case stillReadable([MountUser])
  case passcodeIsSet
  /// The program has no terminal to ask at.
  case noTerminal
  case noSuchSetting(String)
  /// What is to cover the screen is not there, or cannot be started.
  case noSuchProgram(String)
  case graceOutOfRange(String)
  case noPasscode
  case file(path: String, SystemError)
  /// The path is not below the mount.
  case notProtected(path: String, mount: String)
  case protectedFileRefused(path: String)
  /// A device, a pipe, a socket, the mount itself, or a name that is not UTF-8.
  case notCopied(path: String)
  /// Some of many files could not be done; each was named.
  case someFailed(Int)
  /// A check found damage that is still there.
  case damaged(Int)
  /// The check ended before all files were looked at.
  case checkCut
  case program(SystemError)
  case noSDK(path: String)
}
