// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Stacks, grids and what measures, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: stack-v
@MainActor func probe59() -> some View { VStack(alignment: .leading, spacing: 4) { Text("a"); Text("b") } }

// probe: stack-h
@MainActor func probe60() -> some View { HStack(alignment: .firstTextBaseline) { Text("a"); Spacer(); Text("b") } }

// probe: stack-z
@MainActor func probe61() -> some View { ZStack(alignment: .bottomTrailing) { Color.red; Text("b") } }

// probe: stack-lazy
@MainActor func probe62() -> some View { LazyVStack { ForEach(0..<3) { Text("\($0)") } } }

// probe: stack-lazy-h
@MainActor func probe63() -> some View { LazyHStack { ForEach(0..<3) { Text("\($0)") } } }

// probe: stack-pinned
@MainActor func probe64() -> some View { LazyVStack(pinnedViews: .sectionHeaders) { Text("a") } }

// probe: stack-any-layout
@MainActor func probe65() -> some View { AnyLayout(HStackLayout(spacing: 2)) { Text("a") } }

// probe: spacer-min
@MainActor func probe66() -> some View { HStack { Spacer(minLength: 0); Text("a") } }

// probe: divider
@MainActor func probe67() -> some View { VStack { Text("a"); Divider(); Text("b") } }

// probe: group
@MainActor func probe68() -> some View { Group { Text("a"); Text("b") }.font(.caption) }

// probe: section
@MainActor func probe69() -> some View { Section("Title") { Text("a") } }

// probe: group-box
@MainActor func probe70() -> some View { GroupBox("Title") { Text("a") } }

// probe: group-box-label
@MainActor func probe71() -> some View { GroupBox { Text("a") } label: { Label("a", systemImage: "star") } }

// probe: foreach-range
@MainActor func probe72() -> some View { ForEach(0..<3) { index in Text("\(index)") } }

// probe: foreach-id
@MainActor func probe73() -> some View { ForEach(["a", "b"], id: \.self) { Text($0) } }

// probe: foreach-enumerated
@MainActor func probe74() -> some View { ForEach(Array(["a"].enumerated()), id: \.offset) { index, text in Text(text) } }

// probe: foreach-identifiable
@MainActor func probe75() -> some View { ForEach([ProbeItem(id: 1)]) { item in Text("\(item.id)") } }

// probe: grid
@MainActor func probe76() -> some View { Grid { GridRow { Text("a"); Text("b") } } }

// probe: grid-columns
@MainActor func probe77() -> some View { Grid { GridRow { Text("a").gridCellColumns(2) } } }

// probe: grid-alignment
@MainActor func probe78() -> some View { Grid { GridRow { Text("a").gridColumnAlignment(.leading) } } }

// probe: grid-unsized
@MainActor func probe79() -> some View { Grid { GridRow { Divider().gridCellUnsizedAxes(.horizontal) } } }

// probe: grid-lazy
@MainActor func probe80() -> some View { LazyVGrid(columns: [GridItem(.flexible()), GridItem(.adaptive(minimum: 20))]) { Text("a") } }

// probe: grid-lazy-h
@MainActor func probe81() -> some View { LazyHGrid(rows: [GridItem(.fixed(20))]) { Text("a") } }

// probe: view-that-fits
@MainActor func probe82() -> some View { ViewThatFits { Text("long"); Text("s") } }

// probe: view-that-fits-axis
@MainActor func probe83() -> some View { ViewThatFits(in: .horizontal) { Text("long"); Text("s") } }

// probe: geometry
@MainActor func probe84() -> some View { GeometryReader { proxy in Text("\(proxy.size.width)") } }

// probe: geometry-frame
@MainActor func probe85() -> some View { GeometryReader { proxy in Text("\(proxy.frame(in: .local).midX) \(proxy.safeAreaInsets.top)") } }

// probe: geometry-named
@MainActor func probe86() -> some View { GeometryReader { proxy in Text("\(proxy.frame(in: .named("a")).minY)") }.coordinateSpace(name: "a") }

// probe: timeline-view
@MainActor func probe87() -> some View { TimelineView(.everyMinute) { context in Text(context.date, style: .time) } }

// probe: timeline-periodic
@MainActor func probe88() -> some View { TimelineView(.periodic(from: .now, by: 60)) { context in Text("\(context.cadence == .live)") } }

// probe: any-view
@MainActor func probe89() -> some View { AnyView(Text("a")) }

// probe: empty-view
@MainActor func probe90() -> some View { EmptyView() }

// probe: equatable
@MainActor func probe91() -> some View { ProbeEquatable().equatable() }
