// SPDX-License-Identifier: Apache-2.0
import DERCoding

/// The attributes of names that formats ask for (X.520; TCG EK Credential Profile, 3.2.9).
enum NameType {
  case commonName, country, organization, unit, tpmManufacturer, tpmModel, tpmVersion

  var identifier: OID {
    switch self {
    case .commonName: OID(2, 5, 4, 3)
    case .country: OID(2, 5, 4, 6)
    case .organization: OID(2, 5, 4, 10)
    case .unit: OID(2, 5, 4, 11)
    case .tpmManufacturer: OID(2, 23, 133, 2, 1)
    case .tpmModel: OID(2, 23, 133, 2, 2)
    case .tpmVersion: OID(2, 23, 133, 2, 3)
    }
  }
}
