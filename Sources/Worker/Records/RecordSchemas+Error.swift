internal import Spool
package import StrictJSON

extension RecordSchemas {
    /// An error record.
    package static let error = JSONSchemaDocument(
        id: id("error"), title: "ocrspool error",
        root: .object([
            .required("schema", .string(oneOf: [ErrorRecord.schema])),
            .required("id", jobID),
            .required("requestId", requestID),
            .required("code", choice(JobFailure.Code.self).described("Why the job failed; stable.")),
            .required("message", message.described("One sentence that a user can act on.")),
            .required("stage", choice(JobFailure.Stage.self).described("Where it failed.")),
            .required("retryable", .boolean.described("Whether the same input may succeed another time.")),
            .required(
                "attempts",
                .array(of: .reference("attempt"), counts: 0...ErrorRecord.mostAttempts).described("Oldest first.")),
            .required("image", .object(nameProperties + imageProperties).described("As far as known.")),
            .required("request", requestEcho),
            .required("worker", worker),
            .required("failedAt", timestamp),
            .required("metadata", .openObject.described("As the request gave it.")),
        ]).described("Why an image was not read."),
        definitions: [("attempt", attempt)])

    private static var message: JSONSchema { .string() }

    private static var imageProperties: [ObjectRule.Property] {
        [.required("bytes", .integer().orNull), .required("sha256", sha256.orNull)]
    }

    private static var requestEcho: JSONSchema {
        .any.described(
            "The request as it came; {\"unparsed\": its first 2 KiB as text} if it is no JSON; null if there was none.")
    }

    private static var attempt: JSONSchema {
        .object([
            .required("startedAt", timestamp),
            .required("endedAt", timestamp.orNull.described("Null when the worker died with the attempt.")),
            .required("code", choice(JobFailure.Code.self)),
            .required("message", message),
            .required("exitStatus", .integer(0...255).orNull.described("Of the recognizer, if it ended by itself.")),
            .required("signal", .integer(1...64).orNull.described("That ended the recognizer, if one did.")),
            .required("lastStderr", .string(maximumLength: 4096).described("The end of what the recognizer said.")),
        ])
    }
}
