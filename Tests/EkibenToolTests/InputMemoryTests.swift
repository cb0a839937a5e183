#if os(Linux)
  import TestSupport
  import Testing

  /// What is read takes bounded memory: the shell allows each command 400 MB of addresses (rule I3).
  @Suite(.timeLimit(.minutes(20)), .serialized) struct InputMemoryTests {
    static let beginnings: [(line: String, text: String, end: String, words: String)] = [
      (
        "import STORE FILE", "{\"ekiben-form\":1,\"form\":\"x\",\"sections\":[],", "}",
        "line 1, column 1088900, at k99997: the object has more than 100000 members"
      ),
      (
        "import STORE FILE", "{\"format\":\"ekiben-history/1\",", "}\n",
        "the object has more than 100000 members"
      ),
      (
        "replay FILE", "{\"format\":\"ekiben-history/1\",", "}\n",
        "the object has more than 100000 members"
      ),
      ("apply STORE visit FILE", "{\"ekiben-form\":1,", "}", "more than 100000 members"),
      ("set STORE visit --changes FILE", "name: – → {", "}\n", "at most 1000000 values"),
    ]

    @Test(arguments: beginnings.indices)
    func `a file of three million keys is refused in 400 MB of memory`(at: Int) throws {
      let (line, text, end, words) = Self.beginnings[at]
      try ToolFolder.withVisit { folder in
        let keys = (0..<3_000_000).map { "\"k\($0)\":0" }.joined(separator: ",")
        try folder.write(text + keys + end, to: "FILE")
        let before = try folder.files()["STORE"]
        let result = try folder.shell("ulimit -v 400000; exec \"$EKIBEN\" \(line)")
        #expect(result.status == 65, "\(result.stderr.prefix(300))")
        #expect(result.stderr.contains(words), "\(result.stderr.prefix(300))")
        #expect(try folder.files()["STORE"] == before)
      }
    }
  }
#endif
