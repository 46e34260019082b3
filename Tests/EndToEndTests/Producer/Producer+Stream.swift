import TestSupport

/// The story of a camera: frames of one stream, of which the newest is read in any case and the others may be
/// superseded.
extension Producer {
    mutating func tellOfAStream() throws {
        let folder = inbox / Array("stream \(unique)".utf8)
        try ProducerDisk.makeFolder(folder)
        var images: [DroppedImage] = []
        var sent: [SentRequest] = []
        for number in 0..<pick([3, 5, 8]) {
            let content = try ProducerContent(.picture, tag: "\(unique)-\(number)")
            let path = folder / Array("frame-\(number).png".utf8)
            let request = try ProducerRequest(
                id: "\(unique)-\(number)", priority: 5, of: content, stream: "camera-\(unique)")
            try moveIn(request.bytes, to: path + Array(".json".utf8))
            try moveIn(content.bytes, to: path)
            var image = DroppedImage(
                story: "\(unique): frame \(number)", paths: [relative(path)], contents: [content])
            image.requests = [request]
            image.mayLackRequest = false
            image.mayBeSuperseded = true
            images.append(image)
            sent.append(SentRequest(story: image.story, request: request))
            ProducerDisk.pause(milliseconds: pick([1, 5, 20, 60]))
        }
        images[images.count - 1].mayBeSuperseded = false
        record(images, sent)
    }
}
