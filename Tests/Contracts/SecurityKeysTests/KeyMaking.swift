// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// The error a call left; one of no domain where it left none.
func taken(_ error: Unmanaged<CFError>?) -> CFError {
  error?.takeRetainedValue() ?? NSError(domain: "", code: 0)
}

/// The key of those attributes, or why there is none.
func makeKey(_ attributes: [String: Any]) -> Result<SecKey, CFError> {
  var error: Unmanaged<CFError>?
  guard let key = SecKeyCreateRandomKey(attributes as NSDictionary, &error) else {
    return .failure(taken(error))
  }
  return .success(key)
}

func makeKey(_ type: CFString, bits: Int) throws -> SecKey {
  try makeKey([kSecAttrKeyType as String: type, kSecAttrKeySizeInBits as String: bits]).get()
}

func importKey(_ data: Data, _ attributes: [String: Any]) -> Result<SecKey, CFError> {
  var error: Unmanaged<CFError>?
  guard let key = SecKeyCreateWithData(data as NSData, attributes as NSDictionary, &error) else {
    return .failure(taken(error))
  }
  return .success(key)
}

func importKey(_ data: Data, _ type: CFString, _ keyClass: CFString) throws -> SecKey {
  try importKey(data, [kSecAttrKeyType as String: type, kSecAttrKeyClass as String: keyClass]).get()
}

extension Result where Failure == CFError {
  /// The code of a failure; 0 for success.
  var code: Int {
    switch self {
    case .success: 0
    case .failure(let error): CFErrorGetCode(error)
    }
  }
}

/// What a call that answers data gives.
func answer(
  _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> CFData?
) -> Result<Data, CFError> {
  var error: Unmanaged<CFError>?
  guard let data = call(&error) else { return .failure(taken(error)) }
  return .success(data as Data)
}

extension SecKey {
  var bytes: Data { get throws { try answer { SecKeyCopyExternalRepresentation(self, $0) }.get() } }

  func sign(_ algorithm: SecKeyAlgorithm, _ data: Data) -> Result<Data, CFError> {
    answer { SecKeyCreateSignature(self, algorithm, data as NSData, $0) }
  }

  /// 0 for a signature that is valid.
  func verify(_ algorithm: SecKeyAlgorithm, _ data: Data, _ signature: Data) -> Int {
    var error: Unmanaged<CFError>?
    let valid = SecKeyVerifySignature(self, algorithm, data as NSData, signature as NSData, &error)
    return valid ? 0 : CFErrorGetCode(taken(error))
  }

  func encrypt(_ algorithm: SecKeyAlgorithm, _ data: Data) -> Result<Data, CFError> {
    answer { SecKeyCreateEncryptedData(self, algorithm, data as NSData, $0) }
  }

  func decrypt(_ algorithm: SecKeyAlgorithm, _ data: Data) -> Result<Data, CFError> {
    answer { SecKeyCreateDecryptedData(self, algorithm, data as NSData, $0) }
  }
}
