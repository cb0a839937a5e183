import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Files that the user names.
@Suite(.timeLimit(.minutes(20))) struct `A file that is read` {
  @Test(arguments: [
    ("form.json", "form"), ("a/b/form.json", "form"), ("/form", "form"), ("form", "form"),
    ("form.v2.json", "form.v2"), (".json", ".json"), ("a/.json", ".json"), ("a.b/form", "form"),
    ("form.", "form"), ("a/form.json/", "form"), ("/", "/"), ("", ""), ("-", ""), ("a/-", "-"),
  ])
  func `lends its name without folder and ending`(path: String, stem: String) {
    #expect(InputFile.stem(of: path) == stem)
  }

  @Test func `is called standard input where it is a dash alone`() {
    #expect(InputFile.name("-") == "standard input")
    #expect(["./-", "--", "a"].map(InputFile.name) == ["./-", "--", "a"])
  }

  @Test func `is there or not, and no folder`() throws {
    try ToolFolder.with { folder in
      try folder.write("", to: "file")
      try folder.makeFolder("folder")
      _ = try folder.shell("ln -s file link; ln -s none broken; ln -s folder way")
      func path(_ name: String) -> String { folder.file(name).path }
      #expect(["file", "folder", "link", "way"].allSatisfy { InputFile.exists(path($0)) })
      #expect(!InputFile.exists(path("none")) && !InputFile.exists(path("broken")))
      #expect(InputFile.isFolder(path("folder")))
      #expect(["file", "none"].allSatisfy { !InputFile.isFolder(path($0)) })
      #expect(InputFile.resolved(path("link")) == InputFile.resolved(path("file")))
      #expect(InputFile.resolved(path("way")) == InputFile.resolved(path("folder")))
    }
  }

  /// Calls that read a file, each in its own way; `*` is the file.
  private static let calls = [
    "import NEW *", "import NEW * --format jsonl", "import NEW * --format options",
    "apply STORE visit *", "set STORE visit --changes *", "new STORE intake --from *", "replay *",
    "verify STORE --against *", "eval STORE visit 1 --given x=*",
  ]

  // Rules C1, C2 and C4.
  @Test(arguments: calls)
  func `that cannot be read is named with why`(call: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.makeFolder("folder")
      _ = try folder.shell("ln -s ROUND ROUND")
      let long = String(repeating: "x", count: 300)
      for (name, code, message) in [
        ("none", 66, "there is no file none"), ("STORE/x", 66, "there is no file STORE/x"),
        ("folder", 74, "folder is a folder, not a file"),
        ("ROUND", 74, "ROUND cannot be read: "), (long, 74, "\(long) cannot be read: "),
      ] as [(String, Int32, String)] {
        try folder.expectRefused(call.replacing("*", with: name), code, "error: \(message)")
      }
    }
  }

  // Rule C2. Not even the administrator reads it.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/sys/vm/drop_caches"), "needs Linux"),
    arguments: calls)
  func `that may not be read is not permitted`(call: String) throws {
    let file = "/proc/sys/vm/drop_caches"
    try ToolFolder.withVisit { folder in
      try folder.expectRefused(
        call.replacing("*", with: file), 77, "error: not permitted to read \(file)\n")
    }
  }

  // Nothing is cut off silently: of a history each line has a limit, and of any other file the whole.
  @Test(arguments: calls)
  func `ends somewhere, or is refused`(call: String) throws {
    let isHistory = call.hasPrefix("replay") || call.hasSuffix("jsonl")
    let words = isHistory ? ", line 1, column 1: the line is longer" : " is longer"
    try ToolFolder.withVisit { folder in
      try folder.expectRefused(
        call.replacing("*", with: "/dev/zero"), 65, "error: /dev/zero\(words) than 64 MB\n")
    }
  }

  // Rule I12.
  @Test func `as a history may be longer than any other, and comes in whole or not at all`() throws
  {
    var bytes: [UInt8] = []
    let room = [UInt8](repeating: UInt8(ascii: " "), count: 33 << 20)
    let lines = try fixture("visit-history.jsonl").split(separator: UInt8(ascii: "\n"))
    for (at, line) in lines.enumerated() {
      bytes += line.dropLast()
      if at < 2 { bytes += room }
      bytes += Array("}\n".utf8)
    }
    try ToolFolder.with { folder in
      try folder.write(bytes, to: "long.jsonl")
      #expect(
        try folder.succeed("import STORE long.jsonl")
          == "imported visit-17 with 8 entries, of form intake revision 1\n")
      try folder.write(bytes.dropLast(300), to: "cut.jsonl")
      try folder.expectRefused("import NEW cut.jsonl", 65, "error: cut.jsonl, line ")
      #expect(!folder.has("NEW"))
    }
  }

  // Rule C1. What another call is writing, or has left, is not written over.
  @Test func `from standard input is kept beside for as long, and nothing else of that name`()
    throws
  {
    try ToolFolder.withVisit { folder in
      try folder.write("mine", to: "OTHER-from-input")
      let store = try fileBytes(at: folder.file("STORE"))
      let result = try folder.run(["restore", "-", "OTHER"], stdin: store)
      #expect(result.status == 74 && result.stdout == "")
      #expect(result.stderr == "error: OTHER-from-input cannot be made: File exists\n")
      #expect(try fileBytes(at: folder.file("OTHER-from-input")) == Array("mine".utf8))
      #expect(!folder.has("OTHER"))
    }
  }

  @Test func `from standard input that finds no room is gone again`() throws {
    try ToolFolder.withVisit { folder in
      let limited = "trap '' XFSZ; ulimit -f 4; \"$EKIBEN\" restore - OTHER < STORE"
      let result = try folder.shell(limited)
      #expect(result.status == 74 && result.stdout == "")
      #expect(result.stderr.hasPrefix("error: OTHER-from-input cannot be written: "))
      #expect(try folder.files().keys.sorted() == ["STORE"])
    }
  }
}
