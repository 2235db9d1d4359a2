// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import KeychainModel
import TerminalConsole

/// The result of checking a keychain, as it is shown.
struct KeychainCheck {
  private let report: StoreReport

  init(_ report: StoreReport) { self.report = report }

  // MARK: - Text

  var lines: [String] {
    var lines = report.damaged.map { "\(Self.name(of: $0)): \(Self.sentence($0.damage))" }
    lines += report.lost.map {
      "\(Self.name(of: $0.item)): lost. \(Self.sentence($0.item.damage)); found \(Self.date($0))"
    }
    lines += report.pages.map { "database: " + Printable.oneLine($0) }
    if let format = report.newerFormat {
      lines.append("A newer version of Bailey wrote it (format \(format)): it is only read.")
    }
    lines.append(summary)
    return lines
  }

  private var summary: String {
    func count(_ count: Int) -> String { "\(count) \(count == 1 ? "item is" : "items are")" }
    let locked =
      report.locked == 0
      ? "" : " \(report.locked) more \(report.locked == 1 ? "is" : "are") locked and could not be looked at."
    let damaged = report.isWell ? "" : " \(count(report.damaged.count)) damaged, \(report.lost.count) lost."
    return "\(count(report.items)) well.\(locked)\(damaged)"
  }

  private static func name(of item: DamagedItem) -> String {
    let reference = item.reference.map { ", reference " + Printable.hexadecimal($0.bytes) } ?? ""
    return "\(ClassName.name(of: item.itemClass)), row \(item.row)\(reference)"
  }

  private static func sentence(_ damage: DamagedItem.Damage) -> String {
    switch damage {
    case .page: "Its page of the database is damaged"
    case .unreadable: "It does not open"
    case .columns: "It is not found by what it is: its columns say something else"
    }
  }

  // MARK: - JSON

  var members: [JSONValue.Member] {
    [
      .init("well", .bool(report.isWell)),
      .init("items", .number(report.items)),
      .init("tombstones", .number(report.tombstones)),
      .init("locked", .number(report.locked)),
      .init("damaged", .array(report.damaged.map { .object(Self.members(of: $0)) })),
      .init("lost", .array(report.lost.map { .object(Self.members(of: $0)) })),
      .init("pages", .array(report.pages.map { .string($0) })),
      .init("newerFormat", report.newerFormat.map { .number(Int($0)) } ?? .null),
    ]
  }

  private static func members(of item: LostItem) -> [JSONValue.Member] {
    members(of: item.item) + [JSONValue.Member("found", .string(date(item)))]
  }

  private static func members(of item: DamagedItem) -> [JSONValue.Member] {
    [
      JSONValue.Member("class", .string(ClassName.name(of: item.itemClass))),
      JSONValue.Member("row", .number(Int(item.row))),
      JSONValue.Member("reference", item.reference.map { .string(Printable.hexadecimal($0.bytes)) } ?? .null),
      JSONValue.Member("damage", .string(word(item.damage))),
    ]
  }

  private static func word(_ damage: DamagedItem.Damage) -> String {
    switch damage {
    case .page: "page"
    case .unreadable: "unreadable"
    case .columns: "columns"
    }
  }

  private static func date(_ item: LostItem) -> String { DateText.text(secondsSinceReferenceDate: item.found) }
}
