import EkibenDocuments

extension HeadlessTable {
  /// What stands in place of a keyboard; nil while the row with the focus brings nothing.
  ///
  /// Answers that are given there, and what is asked for, go where those of this table go.
  public var input: HeadlessTable? { openInput?.table }

  /// Opens, shows anew or closes what stands in place of a keyboard, as the rows have it now.
  func refreshInput() {
    if work != nil { return }
    if let row = screen.takeFocusRequest(), row != focusedRow { return moveFocus(to: row) }
    guard let row = focusedRow,
      let provider = component(of: row)?.behaviour((any InputProviding).self)
    else { return closeInput() }
    guard let content = provider.customInput?.content else {
      let wasOpen = openInput?.row == row
      closeInput()
      if wasOpen { moveFocus(to: nil) }
      return
    }
    if openInput?.row != row { openInput(of: row) }
    input?.reload(content)
  }

  private func openInput(of row: RowID) {
    closeInput()
    let table = HeadlessTable()
    table.callbacks.onEvent = { [weak self] event in try self?.callbacks.onEvent?(event) }
    table.callbacks.onRefusal = { [weak self] error in self?.callbacks.onRefusal?(error) }
    table.callbacks.onRequest = { [weak self] request in
      self?.callbacks.onRequest?(request) ?? false
    }
    openInput = (row, table)
  }

  func closeInput() {
    let closing = input
    openInput = nil
    closing?.unload()
  }
}
