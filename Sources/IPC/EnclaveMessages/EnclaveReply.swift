// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
package import PasskeyKeys
package import ProtectionModel
package import SecretMemory

/// The answer to one request.
package enum EnclaveReply: ~Copyable, Sendable {
  /// The reply to `hello`: the version to speak.
  case welcome(version: UInt8)
  case done
  case status(EnclaveStatus)
  case volumeKey(SecretBytes)
  case newKeys(NewKeyBatch)
  case key(SecretBytes)
  case wrapped(WrappedKey)
  case enclaveKey(EnclaveKey)
  case signature([UInt8])
  case registerNumber(UInt64)
  case registerSeal(RegisterSeal)
  case passkey(NewPasskey)
  case assertion(PasskeyAssertion)
  case transferredPasskey(TransferredPasskey)
  case appKey(AppAttestKey)
  case machineKey(NewMachineKey)
  case certificatePart(CertificatePart)
  case machineQuote(MachineQuote)
  case refused(EnclaveRefusal)

  package enum Number: UInt8, Sendable, CaseIterable {
    case welcome = 64
    case done = 65
    case status = 66
    case volumeKey = 67
    case newKeys = 68
    case key = 69
    case wrapped = 70
    case refused = 71
    case enclaveKey = 72
    case signature = 73
    case registerNumber = 74
    case registerSeal = 75
    case passkey = 76
    case assertion = 77
    case transferredPasskey = 80
    case appKey = 90
    case machineKey = 91
    case machineQuote = 92
    case certificatePart = 93
  }

  package var number: Number {
    switch self {
    case .welcome: .welcome
    case .done: .done
    case .status: .status
    case .volumeKey: .volumeKey
    case .newKeys: .newKeys
    case .key: .key
    case .wrapped: .wrapped
    case .enclaveKey: .enclaveKey
    case .signature: .signature
    case .registerNumber: .registerNumber
    case .registerSeal: .registerSeal
    case .passkey: .passkey
    case .assertion: .assertion
    case .transferredPasskey: .transferredPasskey
    case .appKey: .appKey
    case .machineKey: .machineKey
    case .certificatePart: .certificatePart
    case .machineQuote: .machineQuote
    case .refused: .refused
    }
  }
}
