import HTTPTypes
import Hummingbird
import NIOPosix

/// A row of the route table: a method, a path, and the function that answers.
struct Route: Sendable {
    typealias Handler = @Sendable (APIRequest) async throws -> Response

    let method: HTTPRequest.Method
    /// The path as Hummingbird writes it: `recordings/:id`, `page/*`.
    let path: String
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, handler: @escaping Handler) {
        (self.method, self.path, self.handler) = (method, path, handler)
    }
}

extension Router<RoutedContext> {
    /// Adds the routes, and answers every other method at their paths with 405.
    /// - Parameter files: The threads on which the files of responses are read.
    func add(_ routes: [Route], files: NIOThreadPool) {
        for route in routes {
            on(RouterPath(route.path), method: route.method) { request, context in
                try await route.handler(APIRequest(request, target: context.target, files: files))
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

    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}
