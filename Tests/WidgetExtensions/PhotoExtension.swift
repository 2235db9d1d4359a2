// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import SwiftUI
import WidgetKit

enum PhotoState { case loading, empty, photo(name: String, caption: String?), failed(any Error) }

struct PhotoEntry: TimelineEntry {
  let date: Date
  let state: PhotoState
}

struct PhotoProvider: TimelineProvider {
  func placeholder(in context: Context) -> PhotoEntry { PhotoEntry(date: .now, state: .loading) }
  func getSnapshot(in context: Context, completion: @escaping (PhotoEntry) -> Void) {
    completion(PhotoEntry(date: .now, state: .photo(name: "harbour", caption: "The harbour in June")))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<PhotoEntry>) -> Void) {
    Task.detached {
      let entries = (0..<6).compactMap { hour -> PhotoEntry? in
        guard let date = Calendar.current.date(byAdding: .hour, value: hour, to: .now) else { return nil }
        return PhotoEntry(date: date, state: .photo(name: "harbour", caption: nil))
      }
      completion(Timeline(entries: entries, policy: .after(.now + 6 * 3600)))
    }
  }
}

extension View {
  @ViewBuilder fileprivate func saturatedLike(_ mode: WidgetRenderingMode) -> some View {
    switch mode {
    case .accented: widgetAccentable()
    case .vibrant: opacity(0.8)
    default: self
    }
  }
}

struct Triangle: Shape {
  func path(in rect: CGRect) -> Path {
    Path { path in
      path.move(to: CGPoint(x: rect.midX, y: rect.minY))
      path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
      path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
      path.closeSubpath()
    }
  }
}

struct PhotoView: View {
  let entry: PhotoEntry
  @Environment(\.colorScheme) var colorScheme
  @Environment(\.displayScale) var scale
  @Environment(\.widgetRenderingMode) var renderingMode

  var body: some View {
    content
      .containerBackground(for: .widget) {
        if case .photo(let name, _) = entry.state {
          Image(name)
            .resizable()
            .interpolation(.high)
            .antialiased(true)
            .scaledToFill()
            .overlay(alignment: .bottom) {
              LinearGradient(
                stops: [.init(color: .clear, location: 0), .init(color: .black.opacity(0.6), location: 1)],
                startPoint: .top, endPoint: .bottom
              )
              .frame(height: 80)
            }
            .accessibilityHidden(true)
        } else {
          RadialGradient(colors: [.gray, .black], center: .center, startRadius: 5, endRadius: 200)
        }
      }
  }

  @ViewBuilder private var content: some View {
    switch entry.state {
    case .loading:
      VStack {
        ProgressView()
        Text("Loading…")
      }
      .redacted(reason: .placeholder)
    case .empty:
      Image(systemName: "photo.on.rectangle.angled")
        .resizable()
        .aspectRatio(contentMode: .fit)
        .symbolRenderingMode(.palette)
        .foregroundStyle(.white, .blue)
        .padding(40)
        .saturatedLike(renderingMode)
    case .photo(_, let caption?):
      ZStack(alignment: Alignment(horizontal: .leading, vertical: .bottom)) {
        Color.clear
        VStack(alignment: .leading) {
          Text(caption)
            .font(.system(size: 15, design: .serif))
            .shadow(color: .black.opacity(0.5), radius: 2, x: 0, y: 1)
            .lineLimit(2, reservesSpace: true)
          Text(entry.date, style: .date).font(.caption2).opacity(0.8)
        }
        .foregroundStyle(.white)
        .padding(10)
        .background(.ultraThinMaterial, in: RoundedRectangle(cornerRadius: 10))
        .environment(\.colorScheme, .dark)
      }
    case .photo:
      Circle()
        .fill(.white)
        .shadow(radius: 3)
        .frame(width: 30, height: 30)
        .overlay { Triangle().fill(.red).frame(width: 12, height: 12).rotationEffect(.degrees(90)).offset(x: 1) }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
        .mask { RoundedRectangle(cornerRadius: 20).padding(-4) }
        .clipShape(ContainerRelativeShape())
        .compositingGroup()
        .drawingGroup()
    case .failed(let error):
      Text(error.localizedDescription).italic().underline().strikethrough(false)
        .allowsTightening(true)
        .fixedSize(horizontal: false, vertical: true)
        .layoutPriority(1)
        .border(.red, width: 1)
    }
  }
}

struct Collage: View {
  let names = ["a", "b", "c", "d"]
  var body: some View {
    GeometryReader { geometry in
      let side = (geometry.size.width - 8) / 2
      VStack(spacing: 8) {
        ForEach(0..<2, id: \.self) { row in
          HStack(spacing: 8) {
            ForEach(names[(row * 2)..<(row * 2 + 2)], id: \.self) { name in
              Image(name, bundle: .main, label: Text(name)).resizable().scaledToFill()
                .frame(width: side, height: side).clipped().cornerRadius(6)
            }
          }
        }
      }
    }
    .position(x: 50, y: 50)
    .hidden()
  }
}

struct EverythingInARow: View {
  var body: some View {
    HStack {
      Text("1")
      Text("2")
      Text("3")
      Text("4")
      Text("5")
      Text("6")
      Text("7")
      Text("8")
      Text("9")
      Text("10")
      Text("11")
      Text("12")
      let last = 13
      Text("\(last)")
      if last > 10, let root = Optional(last * last) { Text("\(root, format: .number)") }
      for_each
    }
    .animation(.default, value: 1)
    .animation(.spring(duration: 0.3), value: 2)
    .transition(.opacity.combined(with: .scale))
  }
  private var for_each: some View { ForEach(1...3, id: \.self) { Text("\($0)") } }
}

@main
struct PhotoWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.photos", provider: PhotoProvider()) { entry in
      PhotoView(entry: entry)
    }
    .configurationDisplayName("Photos")
    .description("A photo a day")
    .supportedFamilies([.systemSmall, .systemLarge])
    .contentMarginsDisabled()
    .containerBackgroundRemovable(false)
  }
}

#Preview(as: .systemSmall) { PhotoWidget() } timelineProvider: { PhotoProvider() }
