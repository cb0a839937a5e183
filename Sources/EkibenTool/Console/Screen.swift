/// What is known of the terminal that results are shown on (rules C14 and C15).
struct Screen: Equatable {
  /// How many columns a line may take; nil where nobody says.
  let columns: Int?
  /// How many lines it shows; nil where results are not shown on a terminal.
  let rows: Int?
  /// Whether remarks may be coloured.
  let isColoured: Bool
  /// What shows results that are longer than the screen, for the shell.
  let pager: String?

  /// Reads the environment's variables, and which terminals there are for results and remarks.
  init(_ variable: (String) -> String?, results: (columns: Int, rows: Int)?, showsRemarks: Bool) {
    let said = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    columns = said ?? results?.columns
    rows = results?.rows
    let mayColour = (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
    isColoured = showsRemarks && mayColour
    let chosen = variable("EKIBEN_PAGER") ?? variable("PAGER")
    pager =
      switch chosen {
      case nil: Self.standardPager
      case "", "cat": nil
      case let command?: "\(Self.settings) trap : INT; \(command)\n\(Self.otherwise)"
      }
  }

  // What is not longer than the screen stays there; colours and what was shown stay, too.
  private static let settings = "LESS=${LESS-FRX} LV=${LV--c}; export LESS LV;"
  private static let standardPager =
    "\(settings) command -v less >/dev/null 2>&1 && exec less; exec cat"
  // A command that the shell could not start has read nothing yet; one that is interrupted is waited for.
  private static let otherwise = "case $? in 126|127) exec cat;; esac"
}

/// How a command's results want to be shown.
struct Presentation: Equatable {
  /// Whether lines are to fit the screen, with what is long cut short.
  var fitsLines = false
  /// Whether only values may be cut, since a line also says how to take back what was done.
  var keepsWords = false
  /// Whether results that are longer than the screen are to be paged.
  var isPaged = false
}
