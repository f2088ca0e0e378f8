import Foundation

/// A private nginx with its RTMP module on 127.0.0.1. It accepts one stream key, and records what it gets. It ends with
/// this object, or with the test process.
public final class RTMPServer {
    /// The stream key that this server accepts, and no other.
    public let key = "live_\(UUID().uuidString)"
    private let directory: TemporaryDirectory
    private let ports: [UInt16]
    private var process: ServerProcess

    /// True if nginx and its RTMP module are installed.
    public static var isInstalled: Bool { FileManager.default.fileExists(atPath: module) }

    private static let module = "/usr/lib/nginx/modules/ngx_rtmp_module.so"

    /// Starts a server, and returns when it listens.
    ///
    /// - Throws: ``ServerError`` if the server is not ready within ``WaitLimit``.
    public init() throws {
        directory = try TemporaryDirectory("rtmp")
        ports = try FreePorts.find(3)
        try Self.configuration(folder: directory.path, ports: ports, key: key)
            .write(toFile: directory.path("nginx.conf"), atomically: true, encoding: .utf8)
        let tls = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        let names = ["-addext", "subjectAltName=DNS:localhost"]
        let files = ["-keyout", directory.path("key.pem"), "-out", directory.path("cert.pem")]
        let made = try ChildProcess(["openssl"] + tls + names + files).wait()
        guard made.status == 0 else { throw ServerError("There is no certificate: \(made.errors)") }
        process = try Self.start(in: directory, port: ports[0])
    }

    /// The address of the application, without the key.
    public var address: String { "rtmp://127.0.0.1:\(ports[0])/live" }

    /// The address with TLS, whose certificate is for `localhost`.
    public var secureAddress: String { "rtmps://localhost:\(ports[2])/live" }

    /// The file with the server's own certificate, which nobody trusts by default.
    public var certificate: String { directory.path("cert.pem") }

    /// The folder in which the server records movies.
    public var folder: String { directory.path }

    /// The movies that the server has recorded, oldest first.
    public func recordings() throws -> [String] {
        let keys: [URLResourceKey] = [.creationDateKey]
        return try FileManager.default.contentsOfDirectory(at: directory.url, includingPropertiesForKeys: keys)
            .filter { $0.pathExtension == "flv" }
            .sorted { first, second in
                let dates = try [first, second].map { try $0.resourceValues(forKeys: Set(keys)).creationDate }
                return (dates[0] ?? .distantPast, first.path) < (dates[1] ?? .distantPast, second.path)
            }.map(\.path)
    }

    /// Kills the server, like a crash.
    public func kill() { process.kill() }

    /// Starts the server again after ``kill()``.
    ///
    /// - Throws: ``ServerError`` if the server is not ready within ``WaitLimit``.
    public func restart() throws { process = try Self.start(in: directory, port: ports[0]) }

    /// Suspends the server until ``resume()``.
    public func hang() { process.send(SIGSTOP) }

    /// Resumes the server after ``hang()``.
    public func resume() { process.send(SIGCONT) }

    private static func start(in directory: TemporaryDirectory, port: UInt16) throws -> ServerProcess {
        let process = try ServerProcess(
            command: ["nginx", "-p", directory.path, "-c", directory.path("nginx.conf")],
            environment: ProcessInfo.processInfo.environment)
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while !FreePorts.isListening(port) {
            guard ContinuousClock.now < deadline else { throw ServerError("nginx did not start: \(process.errors)") }
            usleep(5000)
        }
        return process
    }

    /// Returns the configuration for a single process, so that a signal reaches all of the server.
    private static func configuration(folder: String, ports: [UInt16], key: String) -> String {
        """
        load_module \(module);
        load_module /usr/lib/nginx/modules/ngx_stream_module.so;
        user \(NSUserName());
        daemon off;
        master_process off;
        pid \(folder)/nginx.pid;
        error_log \(folder)/error.log info;
        events { worker_connections 64; }
        rtmp {
            server {
                listen 127.0.0.1:\(ports[0]);
                chunk_size 4096;
                application live {
                    live on;
                    record all;
                    record_path \(folder);
                    record_unique on;
                    notify_method get;
                    on_publish http://127.0.0.1:\(ports[1])/auth;
                }
            }
        }
        stream {
            server {
                listen 127.0.0.1:\(ports[2]) ssl;
                ssl_certificate \(folder)/cert.pem;
                ssl_certificate_key \(folder)/key.pem;
                proxy_pass 127.0.0.1:\(ports[0]);
            }
        }
        http {
            access_log off;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(ports[1]);
                location /auth { if ($arg_name = "\(key)") { return 200; } return 403; }
            }
        }

        """
    }
}
