// SPDX-License-Identifier: Apache-2.0
package import ServiceChannels

/// A message between `baileyd` and the process that speaks with the fingerprint sensor.
package protocol SensorPacket: ServicePacket {}

extension SensorPacket {
  package static var largestPacket: Int { 128 }
}
