// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The reports of a check of the files while it runs, to the person who asked for it.
package enum CheckReport: SupervisorMessage, Equatable {
  /// Files checked so far, of how many.
  case progress(done: UInt64, total: UInt64)
  case finding(CheckFinding)
  /// The last one. `unchecked` counts the files whose contents the lock state withholds.
  case finished(checked: UInt64, damaged: UInt64, repaired: UInt64, unchecked: UInt64)

  private enum Number {
    static let progress: UInt8 = 192
    static let finding: UInt8 = 193
    static let finished: UInt8 = 194
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .progress(let done, let total):
      try buffer.begin(Number.progress)
      try buffer.append(integer: done)
      try buffer.append(integer: total)
    case .finding(let finding):
      try buffer.begin(Number.finding)
      try buffer.append(integer: finding.problem.rawValue)
      try buffer.append(integer: finding.outcome.rawValue)
      try buffer.append(counting: finding.path)
    case .finished(let checked, let damaged, let repaired, let unchecked):
      try buffer.begin(Number.finished)
      for count in [checked, damaged, repaired, unchecked] { try buffer.append(integer: count) }
    }
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    switch try cursor.begin(in: packet) {
    case Number.progress:
      self = .progress(done: try cursor.integer(in: packet), total: try cursor.integer(in: packet))
    case Number.finding:
      let problem = try cursor.number(CheckFinding.Problem.self, in: packet)
      let outcome = try cursor.number(CheckFinding.Outcome.self, in: packet)
      self = .finding(CheckFinding(problem, outcome, path: try cursor.countedBytes(in: packet)))
    case Number.finished:
      self = .finished(
        checked: try cursor.integer(in: packet), damaged: try cursor.integer(in: packet),
        repaired: try cursor.integer(in: packet), unchecked: try cursor.integer(in: packet))
    default: throw .badValue
    }
    try cursor.end(in: packet)
  }
}

/// A defect of a file.
package struct CheckFinding: Sendable, Equatable {
  package let problem: Problem
  package let outcome: Outcome
  /// The path inside the mount; where the name cannot be read, the path in the backing folder.
  package let path: [UInt8]

  package init(_ problem: Problem, _ outcome: Outcome, path: [UInt8]) {
    self.problem = problem
    self.outcome = outcome
    self.path = path
  }

  package enum Problem: UInt8, Sendable, CaseIterable {
    /// The header of the file is damaged: nothing of it can be read.
    case header = 1
    /// Some blocks are damaged: the rest can be read.
    case contents = 2
    /// The file is shorter or longer than its authentic size.
    case size = 3
    /// The stored name is damaged.
    case name = 4
    /// The file stands under a name or in a folder that is not its own.
    case misplaced = 5
    /// The folder's own record is damaged.
    case folder = 6
    /// Something in the backing folder that Bailey did not put there, or left behind in a crash.
    case stray = 7
    /// The disk would not give it.
    case unreadable = 8
    /// The target of a symbolic link is damaged.
    case link = 9
    /// A copy of the file's header is damaged or out of date; the file can be read.
    case copy = 10
    /// Some of its extended attributes are damaged.
    case attribute = 11
    /// An undo log whose file is gone: nothing is damaged.
    case log = 12
  }

  package enum Outcome: UInt8, Sendable, CaseIterable {
    case found = 1
    case repaired = 2
    /// The readable parts of the file are in the folder `lost+found` now.
    case salvaged = 3
    /// Nothing of it can be read: it is out of the way.
    case setAside = 4
  }
}
