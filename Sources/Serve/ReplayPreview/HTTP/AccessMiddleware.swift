import Hummingbird

/// Lets only requests through that the gate admits.
struct AccessMiddleware: RouterMiddleware {
    let gate: RequestGate

    func handle(
        _ request: Request, context: RoutedContext, next: (Request, RoutedContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let admission = try gate.admit(request.head, isGuest: context.connection?.isGuest ?? false)
        guard context.connection?.use(by: admission.role) ?? true else {
            throw HTTPError(.serviceUnavailable, message: "too many viewers are connected")
        }
        (context.target, context.role) = (admission.target, admission.role)
        return try await next(request, context)
    }
}
