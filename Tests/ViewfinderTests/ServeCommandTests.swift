import Fixtures
import Foundation
import Testing

@Suite("viewfinder serve")
struct ServeCommandTests {
  private let command = Command(built: "viewfinder")

  @Test(
    "Invalid addresses and conflicting options are rejected before anything is opened",
    arguments: [
      ["--listen", "example.org:80"], ["--quality", "0"], ["--viewers", "0"], ["--rest", "-1"], ["--key", "a"],
      ["--with", "nothing-known"], ["--quiet", "--verbose"],
    ])
  func usage(arguments: [String]) throws {
    #expect(try command.run(["serve", "--camera", "synthetic"] + arguments).status == 2)
  }

  #if Live
    @Test("The command prints an address to control and one to view, and ends cleanly on SIGTERM")
    func addresses() throws {
      try TemporaryFolder.with { folder in
        // The shell ends the command after both lines.
        let script = #"""
          coproc "$0" serve --camera synthetic --preset low --listen 0 --with none --photos taken
          read -r first <&${COPROC[0]}; read -r second <&${COPROC[0]}
          pid=$COPROC_PID; kill -TERM $pid; wait $pid
          echo "$?"; echo "$first"; echo "$second"
          """#
        let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
        #expect(outcome.lines.count == 3 && outcome.lines.first == "143", "\(outcome.text) \(outcome.errors)")
        for line in outcome.lines.dropFirst() {
          #expect(
            line.wholeMatch(of: /(Control:   |View only: )http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}/) != nil)
        }
        #expect(Set(outcome.lines).count == 3)
        #expect(folder.contents == ["taken"])
      }
    }

    @Test("With --token-file, the addresses stay the same, and a file that others can read is rejected")
    func tokenFile() throws {
      try TemporaryFolder.with { folder in
        let script = #"""
          serve() {
            coproc "$0" serve --camera synthetic --preset low --listen 0 --with none --token-file tokens
            read -r first <&${COPROC[0]}; pid=$COPROC_PID; kill -TERM $pid; wait $pid; echo "${first#*#}"
          }
          serve "$0"; serve "$0"; stat -c %a tokens; cat tokens
          """#
        let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
        #expect(outcome.lines.count == 5, "\(outcome.text) \(outcome.errors)")
        let lines = outcome.lines
        #expect(lines[0] == lines[1] && lines[0].hasPrefix("token=") && lines[2] == "600")
        #expect(lines[3] == "control " + lines[0].dropFirst("token=".count) && lines[4].hasPrefix("view "))
        for (mode, content) in [(0o644, "control x\n"), (0o600, "control x\n")] {
          let file = folder.file("other", Array(content.utf8))
          try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
          let refused = try command.run(
            ["serve", "--camera", "synthetic", "--listen", "0", "--token-file", "other"], in: folder.url)
          #expect(refused.status == 1, "\(refused.errors)")
          #expect(refused.errors.contains(mode == 0o600 ? "does not contain two tokens" : "other users can read"))
        }
      }
    }

    @Test("If standard output is the journal, tokens are written to a private file instead")
    func journal() throws {
      try TemporaryFolder.with { folder in
        // The journal is identified by its device and inode; here it is a pipe.
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
        let written = String(decoding: try Data(contentsOf: URL(filePath: folder.path("copy"))), as: UTF8.self)
        #expect(written.split(separator: "\n").count == 2 && written.contains("/#token="))
      }
    }

    @Test("An unusable address and an unusable folder are failures that name them")
    func failures() throws {
      try TemporaryFolder.with { folder in
        folder.file("file", [])
        let outcome = try command.run(
          ["serve", "--camera", "synthetic", "--listen", "0", "--photos", "file"], in: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("file: is a file, but a folder is needed"), "\(outcome.errors)")
        let other = try command.run(["serve", "--camera", "synthetic", "--listen", "192.0.2.1:80"])
        #expect(other.status == 1 && other.errors.contains("192.0.2.1:80: "), "\(other.errors)")
      }
    }
  #else
    @Test("Without the trait, the command explains how to build with it")
    func leftOut() throws {
      let outcome = try command.run(["serve", "--camera", "synthetic"])
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains("this build does not contain the command; build with swift build --traits Live"))
    }
  #endif
}
