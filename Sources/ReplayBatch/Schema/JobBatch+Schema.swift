extension JobBatch {
    /// The JSON Schema of job files, for editors that complete and check what is written.
    public static var schema: String { String(decoding: PackageResources.jobs_schema_json, as: UTF8.self) }
}
