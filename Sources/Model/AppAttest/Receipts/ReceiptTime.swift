// SPDX-License-Identifier: Apache-2.0
import DERCoding
import X509Certificates

/// Times as receipts have them: `2024-04-18T16:14:54.209Z` (RFC 3339, in UTC).
package enum ReceiptTime {
  /// The whole seconds since 1970; nil for another form, and for what is no time.
  package static func seconds(_ text: String) -> Int? {
    let octets = Array(text.utf8)
    guard octets.count == 20 || octets.count == 24, octets.last == UInt8(ascii: "Z") else { return nil }
    for (index, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] where octets[index] != mark.utf8.first {
      return nil
    }
    if octets.count == 24, octets[19] != UInt8(ascii: ".") || number(octets[20..<23]) == nil { return nil }
    guard let year = number(octets[0..<4]), let month = number(octets[5..<7]), let day = number(octets[8..<10]),
      let hour = number(octets[11..<13]), let minute = number(octets[14..<16]), let second = number(octets[17..<19])
    else { return nil }
    return DERTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)?.secondsSince1970
  }

  /// Seconds since 1970 with no fraction of one.
  package static func text(_ seconds: Int) -> String {
    guard let time = DERTime(secondsSince1970: seconds) else { preconditionFailure("no receipt is of the year 10000") }
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
    return "\(day)T\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2)).000Z"
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }
}
