// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Texts and their fonts, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: text-literal
@MainActor func probe1() -> some View { Text("Balance") }

// probe: text-verbatim
@MainActor func probe2() -> some View { Text(verbatim: "a") }

// probe: text-interpolation
@MainActor func probe3() -> some View { Text("\(3) items") }

// probe: text-markdown
@MainActor func probe4() -> some View { Text("**bold** and *italic*") }

// probe: text-date-style
@MainActor func probe5() -> some View { Text(Date.now, style: .relative) }

// probe: text-date-timer
@MainActor func probe6() -> some View { Text(Date.now, style: .timer) }

// probe: text-date-range
@MainActor func probe7() -> some View { Text(Date.now...Date.now.addingTimeInterval(60)) }

// probe: text-timer-interval
@MainActor func probe8() -> some View { Text(timerInterval: Date.now...Date.now.addingTimeInterval(60), countsDown: true) }

// probe: text-format-currency
@MainActor func probe9() -> some View { Text(12.5, format: .currency(code: "EUR")) }

// probe: text-format-percent
@MainActor func probe10() -> some View { Text(0.5, format: .percent) }

// probe: text-format-date
@MainActor func probe11() -> some View { Text(Date.now, format: .dateTime.hour().minute()) }

// probe: text-formatter
@MainActor func probe12() -> some View { Text(NSNumber(value: 3), formatter: NumberFormatter()) }

// probe: text-attributed
@MainActor func probe13() -> some View { Text(AttributedString("a")) }

// probe: text-plus
@MainActor func probe14() -> some View { Text("a") + Text("b").bold() }

// probe: text-key
@MainActor func probe15() -> some View { Text(LocalizedStringKey("a"), tableName: "Other", bundle: .main, comment: "c") }

// probe: text-resource
@MainActor func probe16() -> some View { Text(LocalizedStringResource("a")) }

// probe: text-bold
@MainActor func probe17() -> some View { Text("a").bold().italic().underline().strikethrough() }

// probe: text-underline-colour
@MainActor func probe18() -> some View { Text("a").underline(true, color: .red) }

// probe: text-kerning
@MainActor func probe19() -> some View { Text("a").kerning(1).tracking(1).baselineOffset(2) }

// probe: text-weight
@MainActor func probe20() -> some View { Text("a").fontWeight(.semibold).fontDesign(.rounded).fontWidth(.condensed) }

// probe: text-monospaced
@MainActor func probe21() -> some View { Text("a").monospaced().monospacedDigit() }

// probe: text-line-limit
@MainActor func probe22() -> some View { Text("a").lineLimit(2).lineSpacing(3).multilineTextAlignment(.center) }

// probe: text-line-limit-range
@MainActor func probe23() -> some View { Text("a").lineLimit(1...3) }

// probe: text-line-limit-reserve
@MainActor func probe24() -> some View { Text("a").lineLimit(2, reservesSpace: true) }

// probe: text-truncation
@MainActor func probe25() -> some View { Text("a").truncationMode(.middle).allowsTightening(true) }

// probe: text-minimum-scale
@MainActor func probe26() -> some View { Text("a").minimumScaleFactor(0.5) }

// probe: text-case
@MainActor func probe27() -> some View { Text("a").textCase(.uppercase) }

// probe: text-selection
@MainActor func probe28() -> some View { Text("a").textSelection(.disabled) }

// probe: text-content-transition
@MainActor func probe29() -> some View { Text("a").contentTransition(.numericText()) }

// probe: text-type-size
@MainActor func probe30() -> some View { Text("a").dynamicTypeSize(...DynamicTypeSize.xLarge) }

// probe: font-system
@MainActor func probe31() -> some View { Text("a").font(.system(size: 12, weight: .bold, design: .rounded)) }

// probe: font-styles
@MainActor func probe32() -> some View { Text("a").font(.largeTitle.weight(.heavy).italic().monospacedDigit()) }

// probe: font-style-design
@MainActor func probe33() -> some View { Text("a").font(.system(.title2, design: .serif, weight: .bold)) }

// probe: font-custom
@MainActor func probe34() -> some View { Text("a").font(.custom("Avenir", size: 20)) }

// probe: font-custom-relative
@MainActor func probe35() -> some View { Text("a").font(.custom("Avenir", size: 20, relativeTo: .title)) }

// probe: font-custom-fixed
@MainActor func probe36() -> some View { Text("a").font(.custom("Avenir", fixedSize: 20)) }

// probe: font-leading
@MainActor func probe37() -> some View { Text("a").font(.body.leading(.tight).smallCaps()) }

// probe: font-width
@MainActor func probe38() -> some View { Text("a").font(.title.width(.expanded)) }
