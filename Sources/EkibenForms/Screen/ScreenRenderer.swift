import EkibenDocuments

/// Shows screens in three hosts, and reports their life cycle.
///
/// ```swift
/// let shown = ScreenRenderer([.main: table, .bottom: bar])
/// shown.onEvent = { event in … }
/// try shown.render(Screen(title: "Sign up", regions: [.main: try form.content()]))
/// ```
///
/// The owner of the window calls ``load()`` and its like as things happen there, in that order.
@MainActor
public final class ScreenRenderer {
  /// The hosts of the regions.
  public let hosts: [Screen.Region: any TableHost]
  /// The newest screen, with its title and buttons.
  public private(set) var screen = Screen()
  /// Is called when title or buttons look otherwise than before.
  public var onBars: (() -> Void)?
  /// Is called with each step in the life cycle of the screen.
  public var onEvent: ((ScreenEvent) -> Void)?
  /// Whether the screen is seen.
  public private(set) var isVisible = false

  private var renderers: [Screen.Region: Renderer] = [:]
  private var hasAppeared = false
  private var owesFocus = false

  /// Takes hosts that nothing else is shown in, but for regions that no screen names.
  public init(_ hosts: [Screen.Region: any TableHost]) { self.hosts = hosts }

  /// Shows a screen: each region by a plan of its own, and the bars if they are others.
  ///
  /// A region that an earlier screen had and this one has not is empty then.
  ///
  /// - Throws: As ``Renderer/render(_:animated:completion:)-(TableContent,_,_)``.
  /// - Complexity: As ``Renderer/render(_:animated:completion:)-(TableContent,_,_)`` for each region.
  public func render(_ new: Screen, animated: Bool = true) throws(RenderError) {
    let old = screen
    screen = new
    owesFocus = new.focusMode == .once && (owesFocus || old.focusMode == .never)
    if !old.hasBars(like: new) { onBars?() }
    for region in Screen.Region.allCases {
      let content = new.regions[region] ?? (renderers[region] == nil ? nil : TableContent())
      guard let content, let host = hosts[region] else { continue }
      let renderer = renderers[region] ?? Renderer(host)
      renderers[region] = renderer
      try renderer.render(content, animated: animated)
    }
    focusIfDue()
  }

  /// Presses a button of a bar, after what was being typed has become an answer.
  ///
  /// - Parameter title: What it says.
  /// - Returns: Whether there is one that can be pressed.
  @discardableResult
  public func press(_ title: String) -> Bool {
    let items = screen.leadingItems + screen.trailingItems
    guard isVisible, let item = items.first(where: { ByteText.equal($0.title, title) }),
      item.isEnabled
    else { return false }
    for region in Screen.Region.allCases { _ = hosts[region]?.focus(nil) }
    item.perform()
    return true
  }

  /// The hosts are there.
  public func load() { onEvent?(.didLoad) }

  /// The screen is about to be seen.
  public func willAppear() { onEvent?(.willAppear(isFirst: !hasAppeared)) }

  /// The screen is seen.
  public func didAppear() {
    let isFirst = !hasAppeared
    (isVisible, hasAppeared) = (true, true)
    onEvent?(.didAppear(isFirst: isFirst))
    focusIfDue()
  }

  /// The screen is about to go.
  ///
  /// - Parameter isLast: Whether for good.
  public func willDisappear(isLast: Bool) { onEvent?(.willDisappear(isLast: isLast)) }

  /// The screen has gone; where that is for good, its hosts show nothing any more.
  ///
  /// - Parameter isLast: Whether for good.
  public func didDisappear(isLast: Bool) {
    isVisible = false
    onEvent?(.didDisappear(isLast: isLast))
    guard isLast else { return }
    for region in Screen.Region.allCases {
      guard let renderer = renderers.removeValue(forKey: region) else { continue }
      renderer.end()
      renderer.host.unload()
    }
  }

  private func focusIfDue() {
    guard isVisible, owesFocus, let host = hosts[.main] else { return }
    owesFocus = false
    guard let content = renderers[.main]?.content else { return }
    let first = content.document.sections.lazy.flatMap(\.rows).first {
      content.components.component(of: $0).eligibilityForFocus == .empty
    }
    if let first { _ = host.focus(first.id) }
  }
}

extension Screen {
  fileprivate func hasBars(like other: Screen) -> Bool {
    func areAlike(_ left: [RowAction], _ right: [RowAction]) -> Bool {
      left.elementsEqual(right) {
        ($0.title, $0.isEnabled, $0.isDestructive) == ($1.title, $1.isEnabled, $1.isDestructive)
      }
    }
    return title == other.title && areAlike(leadingItems, other.leadingItems)
      && areAlike(trailingItems, other.trailingItems)
  }
}
