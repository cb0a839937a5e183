import Ekiben
import EkibenTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct `An environment for tests` {
  @Test func `tells the time step by step, and gives the same ids in every run`() {
    let environment = SessionEnvironment.fixed()
    let copy = environment
    #expect(environment.author == "tester")
    #expect(
      [environment.now(), copy.now(), environment.now()]
        == [0, 1_000, 2_000].map { 1_767_225_600_000 + $0 })
    let ids = [environment.uid(), copy.uid()]
    #expect(ids.map(\.count) == [16, 16] && ids[0] != ids[1])
    let again = SessionEnvironment.fixed()
    #expect([again.uid(), again.uid()] == ids)
    #expect(SessionEnvironment.fixed(seed: 1).uid() != ids[0])
  }

  @Test func `goes as it is told`() {
    let environment = SessionEnvironment.fixed(author: "Ada", start: 10, step: -3)
    #expect(environment.author == "Ada")
    #expect([environment.now(), environment.now(), environment.now()] == [10, 7, 4])
  }
}

private struct Broken: Error {}

@Suite(.timeLimit(.minutes(20))) struct `A temporary store` {
  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
  private func folder(_ path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
  }

  @Test func `is a file for as long as the body runs, and may be closed in it`() throws {
    let path = try withTemporaryStore { store in
      #expect(exists(store.path) && store.path.hasSuffix("/test.ekiben"))
      try store.close()
      let again = try Store(store.path)
      #expect(try again.documents().isEmpty)
      try again.close()
      return store.path
    }
    #expect(!exists(path) && !exists(folder(path)))
  }

  @Test func `goes after an error as well, which the caller gets`() throws {
    var path = ""
    #expect(throws: Broken.self) {
      try withTemporaryStore { store in
        path = store.path
        throw Broken()
      }
    }
    #expect(!path.isEmpty && !exists(folder(path)))
  }

  @Test func `waits for a body that waits`() async throws {
    let path = try await withTemporaryStore { store in
      await Task.yield()
      #expect(exists(store.path))
      return store.path
    }
    #expect(!exists(folder(path)))
    let error = await #expect(throws: Broken.self) {
      try await withTemporaryStore { store in
        await Task.yield()
        #expect(exists(store.path))
        throw Broken()
      }
    }
    #expect(error != nil)
  }

  @Test func `has two in folders of their own`() throws {
    try withTemporaryStore { one in
      try withTemporaryStore { other in #expect(one.path != other.path) }
    }
  }
}
