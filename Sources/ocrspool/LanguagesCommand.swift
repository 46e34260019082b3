internal import LinuxSupport
internal import StrictJSON
internal import TextRecognition
internal import Worker

extension Command {
    private static let languageSettings = WorkerOptions.named("modelsDirectory")

    static let languages = Command(
        name: "languages", purpose: "List the languages and scripts that can be read",
        options: [.json] + languageSettings,
        notes: [
            "For each model its BCP 47 tag, which languageHints takes, and Tesseract's name; then the main models that are "
                + "not installed, with the Debian packages that bring them."
        ],
        examples: [
            Example("what is installed", "ocrspool languages"),
            Example("the packages that are missing", "ocrspool languages --json | jq -r '.missing[].package'"),
        ]
    ) { (arguments) throws(CommandError) in
        let configuration = try WorkerOptions.configuration(arguments, options: languageSettings)
        let models: ModelDirectory
        do throws(RecognitionError) {
            models = try ModelDirectory(path: configuration.modelsDirectory)
        } catch {
            throw CommandError(.unavailable, error.message)
        }
        if arguments.has(.json) {
            try Output.json { models.write(to: &$0) }
        } else {
            try Output.text(models.listing)
        }
        return .success
    }
}

extension ModelDirectory {
    fileprivate var listing: String {
        let width = (languageModels + scriptModels).map(\.tag.count).max() ?? 0
        func rows(_ models: [LanguageModel]) -> String {
            models.map { "  \($0.tag)\(String(repeating: " ", count: width - $0.tag.count))  \($0.name)\n" }.joined()
        }
        var text = "Languages in \(DisplayText.escaped(path)):\n" + rows(languageModels)
        if !scripts.isEmpty { text += "\nScripts:\n" + rows(scriptModels) }
        if !missingModels.isEmpty {
            text += "\nNot installed:\n"
            text += missingModels.map { "  \($0.name): apt-get install \($0.package)\n" }.joined()
        }
        return text
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("directory", path)
            for (key, models) in [("languages", languageModels), ("scripts", scriptModels), ("missing", missingModels)]
            {
                writer.key(key)
                writer.array { writer in
                    for model in models {
                        writer.object { writer in
                            writer.member("tag", model.tag)
                            writer.member("model", model.name)
                            writer.member("package", model.package)
                        }
                    }
                }
            }
            writer.member("detectsOrientation", hasOrientationModel)
        }
    }
}
