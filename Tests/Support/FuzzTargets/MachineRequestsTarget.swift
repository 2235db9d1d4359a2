// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import IssuerMessages
import JSONCoding
import MachineEnrolment
import ServiceChannels
import TPMStructures

/// What machines send to an issuer, and what `baileyd` keeps of one and hears of it: requests that are read are written as the same ones, and no octets are vouched for by
/// chance.
package enum MachineRequestsTarget: FuzzTarget {
  package static let name = "MachineRequests"

  package static func run(_ bytes: [UInt8]) {
    if let request = try? AppKeyRequest(bytes) {
      let again = try? AppKeyRequest(Array(request.json.text.utf8))
      precondition(again == request, "a request changes when it is written")
      precondition(request.statement != nil, "a request is read that nobody can answer")
    }
    if let vouched = try? VouchedRequest(bytes) {
      precondition(
        (try? VouchedRequest(Array(vouched.json.text.utf8))) == vouched, "octets change when they are written")
    }
    if let request = try? EnrolmentRequest(bytes) {
      precondition(request.key.name.count == 34, "a name is none")
      precondition(!request.key.vouches(forDigest: bytes, quote: bytes, signature: []), "nobody signed it")
    }
    if let key = MachineKey(bytes) { precondition(MachineKey(key.area)?.name == key.name, "a key changes") }
    _ = TPMQuote(bytes)
    if let request = try? DeviceTokenRequest(bytes) {
      precondition(
        (try? DeviceTokenRequest(Array(request.json.text.utf8))) == request, "a request changes when it is written")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let enrolment = IssuerEnrolment(text) { precondition(enrolment.text == text, "an enrolment changes") }
    if let order = try? IssuerOrder(packet: bytes.span) {
      precondition((try? order.packet()) == bytes, "an order changes when it is written")
    }
    if let report = try? IssuerReport(packet: bytes.span) {
      precondition((try? report.packet()) == bytes, "a report changes when it is written")
    }
  }
}
