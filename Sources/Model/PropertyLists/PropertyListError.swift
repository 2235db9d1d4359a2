// SPDX-License-Identifier: Apache-2.0

/// Why a text is no property list that can be read: the problem, and in which line.
package struct PropertyListError: Error, Equatable, Sendable {
  package let line: Int
  package let problem: Problem

  package init(line: Int, problem: Problem) {
    self.line = line
    self.problem = problem
  }

  package enum Problem: Equatable, Sendable {
    /// Apple's binary form. `plutil -convert xml1`, or plistutil, turns it into text.
    case binary
    /// The binary form has an offset, a length or a kind that cannot be.
    case damagedBinary
    /// Neither UTF-8, UTF-16 with its mark, nor what the XML declaration says.
    case notText
    case tooLarge
    /// Deeper or with more values than any real one.
    case tooComplex
    /// The text ends inside something.
    case endsEarly
    /// Something else than what must stand here.
    case expected(Expectation)
    /// An element there is not, or one of a kind that is not read here, such as `date`.
    case unknownElement(String)
    case unknownEntity(String)
    case notAnInteger(String)
    case notAFraction(String)
    case notBase64
    case notADate(String)
    case repeatedKey(String)
    /// The older text has an escape or bytes that stand for nothing.
    case badEscape
    case badBytes
    /// A document type with declarations of its own.
    case internalSubset
  }

  package enum Expectation: Equatable, Sendable {
    case plist, value, key, closingTag(String), end, character(Character)
  }
}
