import Fixtures
import Foundation
import Testing

@Suite("viewfinder serve")
struct ServeCommandTests {
  private let command = Command(built: "viewfinder")

  @Test(
    "What can't be listened to or doesn't go together is refused before anything is opened",
    arguments: [
      ["--listen", "example.org:80"], ["--quality", "0"], ["--viewers", "0"], ["--rest", "-1"], ["--key", "a"],
      ["--with", "nothing-known"], ["--quiet", "--verbose"],
    ])
  func usage(arguments: [String]) throws {
    #expect(try command.run(["serve", "--camera", "synthetic"] + arguments).status == 2)
  }

  #if Live
    @Test("It prints an address to control and one to look, and ends cleanly when it is asked to")
    func addresses() throws {
      try TemporaryFolder.with { folder in
        // The shell ends it once both lines are there.
        let script = #"""
          coproc "$0" serve --camera synthetic --preset low --listen 0 --with none --photos taken
          read -r first <&${COPROC[0]}; read -r second <&${COPROC[0]}
          pid=$COPROC_PID; kill -TERM $pid; wait $pid
          echo "$?"; echo "$first"; echo "$second"
          """#
        let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
        #expect(outcome.lines.count == 3 && outcome.lines.first == "143", "\(outcome.text) \(outcome.errors)")
        for line in outcome.lines.dropFirst() {
          #expect(line.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}/) != nil)
        }
        #expect(Set(outcome.lines).count == 3)
        #expect(folder.contents == ["taken"])
      }
    }

    @Test("Where standard output is the journal, it gets no token, and a file that nobody else reads does")
    func journal() throws {
      try TemporaryFolder.with { folder in
        // What the journal is, its device and inode tell; here it is a pipe of the test's.
        let script = #"""
          mkdir -m 700 run; mkfifo journal
          export RUNTIME_DIRECTORY=$PWD/run JOURNAL_STREAM=$(stat -c %d:%i journal)
          "$0" serve --camera synthetic --preset low --listen 0 --with none > journal & pid=$!
          exec 3< journal; read -r line <&3
          cp -p run/viewfinder-*.addresses copy; kill -TERM $pid; wait $pid
          echo "$?"; echo "$line"; cat <&3; stat -c %a copy; stat -c %s run/*
          """#
        let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
        #expect(outcome.lines.count == 4 && !outcome.text.contains("token="), "\(outcome.text) \(outcome.errors)")
        #expect(!outcome.errors.contains("token="))
        #expect(outcome.lines.dropFirst().first?.contains("/run/viewfinder-") == true)
        #expect(outcome.lines.filter { !$0.contains(" ") } == ["143", "600", "0"])
        let told = String(decoding: try Data(contentsOf: URL(filePath: folder.path("copy"))), as: UTF8.self)
        #expect(told.split(separator: "\n").count == 2 && told.contains("/#token="))
      }
    }

    @Test("An address that is taken, and a place that is none, are failures that say which")
    func failures() throws {
      try TemporaryFolder.with { folder in
        folder.file("file", [])
        let outcome = try command.run(
          ["serve", "--camera", "synthetic", "--listen", "0", "--photos", "file"], in: folder.url)
        #expect(outcome.status == 1 && outcome.errors.contains("file: this is no folder"), "\(outcome.errors)")
        let other = try command.run(["serve", "--camera", "synthetic", "--listen", "192.0.2.1:80"])
        #expect(other.status == 1 && other.errors.contains("192.0.2.1:80: "), "\(other.errors)")
      }
    }
  #else
    @Test("Without the trait it says that it was built without, and how it is built with")
    func leftOut() throws {
      let outcome = try command.run(["serve", "--camera", "synthetic"])
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("built without it; build it with swift build --traits Live"))
    }
  #endif
}
