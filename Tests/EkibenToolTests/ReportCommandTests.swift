import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// The page that `report` writes (rule C17).
@Suite(.timeLimit(.minutes(20))) struct `A report` {
  private func page(_ line: String, _ folder: ToolFolder) throws -> String {
    try folder.succeed("report STORE \(line) -o page.html --force")
    return String(decoding: try fileBytes(at: folder.file("page.html")), as: UTF8.self)
  }

  @Test func `shows a document's answers, who gave them, and its history`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit age 35 --reason misheard")
      try folder.succeed("undo STORE visit --author Grace")
      try folder.succeed("set STORE visit age 36 consent yes --author Bo")
      expectGolden(try page("visit", folder), named: "report.html")
    }
  }

  @Test func `of a store lists the documents, each with a place to go to`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("new STORE intake --as other")
      try folder.succeed("new STORE intake --as gone")
      try folder.succeed("delete STORE gone")
      let page = try page("", folder)
      for (number, name) in ["other", "visit"].enumerated() {
        #expect(page.contains("<a href=\"#document-\(number + 1)\">\(name)</a>"))
        #expect(page.contains("<article id=\"document-\(number + 1)\">"))
      }
      #expect(!page.contains("gone"))
    }
  }

  @Test func `of a store without documents says so`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("visit-form.json"), to: "f.json")
      try folder.succeed("import STORE f.json")
      #expect(try page("", folder).contains("no documents"))
    }
  }

  // Rule D19.
  @Test func `of all rows says which are hidden, and which answers are retired`() throws {
    try ToolFolder.with { folder in
      for (row, then) in [
        (#"{"id": "a", "component": "TextInput"}"#, ["new STORE f", "set STORE f a given"]),
        (#"{"id": "b", "component": "TextInput", "hidden": true}"#, ["migrate STORE f"]),
      ] {
        try folder.write(
          #"{"ekiben-form": 1, "form": "f", "sections": [{"id": "s", "rows": [\#(row)]}]}"#,
          to: "f.json")
        for line in ["import STORE f.json"] + then { try folder.succeed(line) }
      }
      let page = try page("f --all", folder)
      #expect(page.contains("given</span><small> (retired)</small>"))
      #expect(page.contains("–<small> (hidden)</small>"))
    }
  }

  // Rule C5: nothing in data is markup, drives a terminal or turns other text around.
  @Test func `data is no markup, and every element ends`() throws {
    try ToolFolder.withVisit { folder in
      let evil = "<script>alert(\"&\")</script>\n\u{202E}\u{1B}[2J'"
      try folder.succeed([
        "set", "STORE", "visit", "name", evil, "--author", "<b>", "--reason", evil,
      ])
      let page = try page("visit --all", folder)
      #expect(
        page.contains("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;<br>\\u202e\\u001b[2J'")
      )
      #expect(!page.contains("<script") && !page.contains("<b>") && !page.contains("\u{202E}"))
      #expect(unbalanced(page) == [])
    }
  }

  /// The elements that are open at the end, or closed without having been open.
  private func unbalanced(_ page: String) -> [String] {
    var open: [String] = []
    for part in page.split(separator: "<").dropFirst() {
      let name = part.prefix { $0 != ">" && $0 != " " }
      if ["!DOCTYPE", "meta", "br"].contains(name) { continue }
      if !name.hasPrefix("/") {
        open.append(String(name))
      } else if open.last == String(name.dropFirst()) {
        open.removeLast()
      } else {
        return open + [String(name)]
      }
    }
    return open
  }

  @Test func `is a whole new file, or none`() throws {
    try ToolFolder.withVisit { folder in
      #expect(try folder.run("report STORE visit").status == 64)
      #expect(try folder.run("report STORE other -o page.html").status == 1)
      #expect(try folder.run("report STORE visit -o none/page.html").status == 74)
      #expect(try !folder.files().keys.contains { $0.hasPrefix("page") })
      let said = try folder.succeed("report STORE visit -o page.html --json")
      let bytes = try fileBytes(at: folder.file("page.html"))
      #expect(said == "{\"file\":\"page.html\",\"bytes\":\(bytes.count)}\n")
      let again = try folder.run("report STORE -o page.html")
      #expect(
        again.status == 1
          && again.stderr
            == "error: page.html is there already; name another file, or replace it with --force\n"
      )
      #expect(try fileBytes(at: folder.file("page.html")) == bytes)
    }
  }

  @Test(arguments: ["STORE", "./STORE", "STORE-wal", "link"])
  func `never takes the place of the store`(path: String) throws {
    try ToolFolder.withVisit { folder in
      try FileManager.default.createSymbolicLink(
        at: folder.file("link"), withDestinationURL: folder.file("STORE"))
      let before = try folder.dump()
      let result = try folder.run("report STORE visit --force -o \(path)")
      #expect(result.status == 1)
      #expect(result.stderr == "error: \(path) belongs to the store; name another file\n")
      #expect(try folder.dump() == before)
    }
  }

  // Rule I24.
  @Test(arguments: [
    ("pipe", "a pipe or a socket"), ("to-pipe", "a pipe or a socket"), ("folder", "a folder"),
    ("folder/", "a folder"), ("to-folder", "a folder"), ("to-nothing", "a link to nothing"),
  ])
  func `and a copy take the place of files only`(path: String, kind: String) throws {
    try ToolFolder.withVisit { folder in
      _ = try folder.shell("mkfifo pipe; mkdir folder")
      for name in ["pipe", "folder", "nothing"] {
        try FileManager.default.createSymbolicLink(
          at: folder.file("to-\(name)"), withDestinationURL: folder.file(name))
      }
      let before = try folder.shell("ls -l")
      let refusal = "error: \(path) is \(kind), not a file; name another file\n"
      for line in [
        "report STORE --force -o \(path)", "report STORE -o \(path)",
        "backup STORE \(path) --force",
      ] {
        let result = try folder.run(line)
        #expect(result.status == 1 && result.stderr == refusal)
      }
      #expect(try folder.shell("ls -l").stdout == before.stdout)
    }
  }

  @Test(arguments: [
    ("report STORE --force", "-o", "a", 0), ("report STORE --force", "-o", "link", 0),
    ("report STORE", "-o", "", 64), ("certify STORE", "--output", "", 64),
    ("report STORE", "-o", "none/", 74),
  ])
  func `is written where a name or a link leads to a file`(
    line: String, option: String, path: String, status: Int32
  ) throws {
    try ToolFolder.withVisit { folder in
      try folder.write(Data("old".utf8), to: "a")
      _ = try folder.shell("ln -s a link")
      let result = try folder.run(words(of: line) + [option, path])
      #expect(result.status == status)
      let message = [
        64: "error: \(option) needs a value: -o, --output FILE\n",
        74: "error: none/ cannot be made: there is no such folder\n",
      ][status]
      #expect(result.stderr.hasPrefix(message ?? "") && result.stderr.isEmpty == (status == 0))
    }
  }

  @Test func `has as much of the history as is asked for, and hidden rows with --all`() throws {
    try ToolFolder.withVisit { folder in
      for age in 1...5 { try folder.succeed("set STORE visit age \(age)") }
      let short = try page("visit --limit 2", folder)
      #expect(short.contains("age: 4 → 5") && !short.contains("age: 2 → 3"))
      #expect(try page("visit", folder).contains("age: 2 → 3"))
    }
  }
}
