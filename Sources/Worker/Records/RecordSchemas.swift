package import StrictJSON

/// The schemas of what passes between ocrspool and its users, as `ocrspool schema` prints them and as decoding uses
/// them.
package enum RecordSchemas {
    /// The schema that `name` (`request`, `result` or `error`) stands for; `nil` for another name.
    package static func named(_ name: String) -> JSONSchemaDocument? {
        switch name {
        case "request": request()
        case "result": result
        case "error": error
        default: nil
        }
    }

    /// The URI that names the first version of a schema.
    ///
    /// It has a path, because older validators cannot resolve references below a `urn:`; and a host that can never
    /// exist, so that nobody fetches it.
    static func id(_ name: String) -> String { "https://ocrspool.invalid/schema/\(name)-1.json" }
}
