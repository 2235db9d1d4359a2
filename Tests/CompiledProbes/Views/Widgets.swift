// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Widgets and charts, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: widget-background
@MainActor func probe220() -> some View { Text("a").containerBackground(for: .widget) { Color.red } }

// probe: widget-url
@MainActor func probe221() -> some View { Text("a").widgetURL(URL(string: "a://b")) }

// probe: widget-accentable
@MainActor func probe222() -> some View { Text("a").widgetAccentable() }

// probe: widget-label
@MainActor func probe223() -> some View { Text("a").widgetLabel("b").widgetLabel { Text("c") } }

// probe: widget-curves
@MainActor func probe224() -> some View { Text("a").widgetCurvesContent() }

// probe: widget-accessory-background
@MainActor func probe225() -> some View { ZStack { AccessoryWidgetBackground(); Text("a") } }

// probe: chart-bar
@MainActor func probe248() -> some View { Chart { BarMark(x: .value("a", 1), y: .value("b", 2)) } }

// probe: chart-data
@MainActor func probe249() -> some View { Chart([ProbeItem(id: 1)]) { LineMark(x: .value("a", $0.id), y: .value("b", 2)).interpolationMethod(.catmullRom).foregroundStyle(.red) } }

// probe: chart-sector
@MainActor func probe250() -> some View { Chart { SectorMark(angle: .value("a", 3), innerRadius: .ratio(0.6), angularInset: 1).cornerRadius(3).foregroundStyle(by: .value("k", "x")) } }

// probe: chart-rectangle
@MainActor func probe251() -> some View { Chart { RectangleMark(x: .value("a", 1), y: .value("b", 2)) } }

// probe: chart-axes
@MainActor func probe252() -> some View { Chart { PointMark(x: .value("a", 1), y: .value("b", 2)) }.chartXAxis(.hidden).chartYAxis { AxisMarks(position: .leading) }.chartLegend(.hidden) }

// probe: chart-scale
@MainActor func probe253() -> some View { Chart { AreaMark(x: .value("a", 1), y: .value("b", 2)) }.chartYScale(domain: 0...10) }

// probe: chart-annotation
@MainActor func probe254() -> some View { Chart { BarMark(x: .value("a", 1), y: .value("b", 2)).annotation { Text("a") } } }
