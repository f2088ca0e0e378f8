import HTTPTypes
import Hummingbird

/// Answers a request whose handler has failed, and adds the security headers to every response.
struct ErrorMiddleware: RouterMiddleware {
    /// Describes an error of the service.
    let response: @Sendable (any Error) -> Response

    func handle(
        _ request: Request, context: RoutedContext, next: (Request, RoutedContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = self.response(error)
        }
        response.headers.addSecurity()
        return response
    }
}

extension HTTPFields {
    /// The headers of every response. The page loads only files of this server, and no other site may frame, read or
    /// embed it.
    static let security = HTTPFields(
        [
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cache-Control": "no-store",
        ].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })

    /// Adds the security headers that the response has not set itself.
    fileprivate mutating func addSecurity() {
        for field in Self.security where !contains(field.name) { append(field) }
    }
}
