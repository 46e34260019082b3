import TesseractEngine

extension EnginePage {
    /// Joins what the engine cut within words, and leaves out what Tesseract makes of ruled lines and frames: a word whose box is the whole page though its
    /// symbols are not, or one that is far higher than the text around it and was hardly read.
    func withoutDefects(width: Int, height: Int) -> EnginePage {
        let heights = words.map(\.bounds.height).sorted()
        guard !heights.isEmpty else { return self }
        let usual = heights[heights.count / 2]
        var page = self
        for block in page.blocks.indices {
            for paragraph in page.blocks[block].paragraphs.indices {
                for line in page.blocks[block].paragraphs[paragraph].lines.indices {
                    let cut = page.blocks[block].paragraphs[paragraph].lines[line].words
                    let words = WordSpacing.joined(cut)
                    page.blocks[block].paragraphs[paragraph].lines[line].words = words.filter { word in
                        let coversPage = word.bounds.width * 10 >= width * 9 && word.bounds.height * 10 >= height * 9
                        let isFarHigher = word.bounds.height > usual * 6 && word.confidence < 0.5
                        return !isFarHigher && !(coversPage && (heights.count > 1 || word.confidence < 0.5))
                    }
                }
            }
        }
        return page
    }
}
