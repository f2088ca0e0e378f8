import HTTPTypes
import Hummingbird
import NIOPosix

/// A row of the route table: a method, a path, and the function that answers.
struct Route: Sendable {
    typealias Handler = @Sendable (APIRequest) async throws -> Response

    let method: HTTPRequest.Method
    /// The path as Hummingbird writes it: `recordings/:id`, `page/*`.
    let path: String
    /// True if viewers may use the route. All others are the owner's.
    let isForViewers: Bool
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, isForViewers: Bool = false, handler: @escaping Handler) {
        (self.method, self.path, self.isForViewers, self.handler) = (method, path, isForViewers, handler)
    }

    /// Returns the route with another handler.
    func with(_ handler: @escaping Handler) -> Route {
        Route(method, path, isForViewers: isForViewers, handler: handler)
    }
}

extension Router<RoutedContext> {
    /// Adds the routes, and answers every other method at their paths with 405.
    /// - Parameter files: The threads on which the files of responses are read.
    func add(_ routes: [Route], files: NIOThreadPool) {
        for route in routes {
            on(RouterPath(route.path), method: route.method) { request, context in
                guard context.role?.permits(route, at: context.target.path) ?? true else { throw HTTPError.viewer }
                return try await route.handler(
                    APIRequest(request, target: context.target, role: context.role, files: files))
            }
        }
        for (path, routes) in Dictionary(grouping: routes, by: \.path) {
            for method in Self.methods where !routes.contains(where: { $0.method == method }) {
                on(RouterPath(path), method: method) { _, _ -> Response in throw HTTPError.method }
            }
        }
    }

    private static var methods: [HTTPRequest.Method] { [.get, .post, .put, .patch, .delete, .options] }
}

/// The context of a request: the decoded path and query beside what Hummingbird keeps.
struct RoutedContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The target, which `AccessMiddleware` sets.
    var target = RequestTarget.root
    /// The rights of the request, which `AccessMiddleware` sets. Nil if it needs no token.
    var role: AccessRole?
    /// The connection of the request, which `HTTPServer` sets.
    var connection: ConnectionAcceptor.Connection?

    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}
