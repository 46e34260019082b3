/// Why the engine's C libraries could not do their part.
package enum EngineError: Error, Hashable, Sendable {
    /// The decoder refused the data; its own words, as the end of a sentence.
    case undecodable(String)
    /// A JPEG whose image data ends early: rows that were readable, of how many.
    case truncated(readableRows: Int, height: Int)
    /// An allocation failed, or would have; the text names what for.
    case outOfMemory(String)
    /// The time limit passed before the page was read.
    case deadlinePassed
    /// The models could not be loaded; the text names them.
    case modelsUnusable(String)
}
