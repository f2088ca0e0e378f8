import Hummingbird

/// Lets only requests through that the gate admits.
struct AccessMiddleware: RouterMiddleware {
    let gate: RequestGate

    func handle(
        _ request: Request, context: RoutedContext, next: (Request, RoutedContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.target = try gate.admit(request.head)
        return try await next(request, context)
    }
}
