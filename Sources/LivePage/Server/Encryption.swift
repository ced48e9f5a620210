#if Live
  import NIOCore
  #if LiveTLS
    import NIOSSL
  #endif

  /// TLS around connections, where it was asked for and is built in.
  struct Encryption: Sendable {
    #if LiveTLS
      private let context: NIOSSLContext?

      /// Reads a server's identity.
      ///
      /// - Throws: ``LivePageError`` where its files can't be read, or don't belong together.
      init(_ identity: LiveIdentity?) throws(LivePageError) {
        do {
          context = try identity.map { identity in
            let chain = try NIOSSLCertificate.fromPEMFile(identity.certificateChain)
            let key = try NIOSSLPrivateKey(file: identity.privateKey, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
              certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            return try NIOSSLContext(configuration: configuration)
          }
        } catch {
          throw LivePageError(.wrongIdentity, subject: identity?.certificateChain ?? "", error)
        }
      }

      /// Puts it in front of a connection.
      func protect(_ channel: any Channel) throws {
        if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
      }
    #else
      init(_ identity: LiveIdentity?) throws(LivePageError) {
        guard let identity else { return }
        throw LivePageError(
          .isLeftOut, subject: identity.certificateChain, reason: "this was built without TLS",
          remedy: "build with the trait LiveTLS: swift build --traits LiveTLS")
      }

      func protect(_ channel: any Channel) throws {}
    #endif
  }
#endif
