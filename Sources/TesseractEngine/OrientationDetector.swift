import CTesseract

/// Tesseract's orientation and script detection, with its model `osd`. Owns one `TessBaseAPI`.
@safe package final class OrientationDetector {
    package struct Finding: Hashable, Sendable {
        /// Turns clockwise that bring the page upright, 0…3.
        package var quarters: Int
        /// Tesseract's own measure, open above; from 3.3 up no wrong turn was seen.
        package var orientationConfidence: Double
        /// Tesseract's name of the script, e.g. `Latin`, `Han`, `Japanese`.
        package var script: String
        /// Tesseract's own measure, open above.
        package var scriptConfidence: Double
    }

    private let api: OpaquePointer

    /// - Throws: `.modelsUnusable` when `osd.traineddata` does not load, `.outOfMemory`.
    package init(dataPath: String) throws(EngineError) {
        guard let created = unsafe TessBaseAPICreate() else { throw .outOfMemory("the orientation detector") }
        unsafe api = created
        unsafe silence(created)
        guard unsafe TessBaseAPIInit2(created, dataPath, "osd", OEM_TESSERACT_ONLY) == 0 else {
            throw .modelsUnusable("Tesseract cannot load osd from \(dataPath)")
        }
    }

    deinit {
        unsafe TessBaseAPIEnd(api)
        unsafe TessBaseAPIDelete(api)
    }

    /// Looks at the page as a whole.
    ///
    /// - Returns: `nil` when there are too few characters to tell, about 50.
    package func detect(_ image: borrowing PageImage) -> Finding? {
        unsafe TessBaseAPISetPageSegMode(api, PSM_OSD_ONLY)
        unsafe present(image, to: api)
        defer { unsafe TessBaseAPIClear(api) }
        var degrees: Int32 = 0
        var orientation: Float = 0
        var script: Float = 0
        var name: UnsafePointer<CChar>?
        guard unsafe TessBaseAPIDetectOrientationScript(api, &degrees, &orientation, &name, &script) != 0 else {
            return nil
        }
        // The name belongs to the detector's model; Tesseract's header asks for its deletion in error.
        let scriptName = unsafe name.map { unsafe String(cString: $0) } ?? ""
        return Finding(
            quarters: (360 - Int(degrees)) / 90 % 4, orientationConfidence: Double(orientation), script: scriptName,
            scriptConfidence: Double(script))
    }
}
