#if Live
  import NIOCore
  #if LiveTLS
    import NIOSSL
  #endif

  /// The TLS layer of connections, if configured and supported by the build.
  struct Encryption: Sendable {
    #if LiveTLS
      private let context: NIOSSLContext?

      /// Reads the files of a server's identity; throws if the key does not match the certificate.
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
          throw LivePageError(.invalidIdentity, subject: identity?.certificateChain ?? "", error)
        }
      }

      /// Adds TLS to a connection.
      func protect(_ channel: any Channel) throws {
        if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
      }
    #else
      init(_ identity: LiveIdentity?) throws(LivePageError) {
        guard let identity else { return }
        throw LivePageError(
          .unsupportedBuild, subject: identity.certificateChain, reason: "built without TLS",
          hint: "build with the trait LiveTLS: swift build --traits LiveTLS")
      }

      func protect(_ channel: any Channel) throws {}
    #endif
  }
#endif
