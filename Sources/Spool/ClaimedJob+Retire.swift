package import LinuxSupport

/// What becomes of an original whose result is durable.
package enum RetirementPolicy: String, CaseIterable, Sendable {
    case archive
    case delete
}

extension ClaimedJob {
    /// Puts the original away, now that its result is durable, and ends the job.
    package func retire(_ policy: RetirementPolicy) throws(SystemCallError) {
        switch policy {
        case .archive:
            try Placement.use(path, below: spool.archive, job: id) { place throws(SystemCallError) in
                try moveToArchive(place)
            }
        case .delete:
            try directory.remove(SpoolLayout.image)
            try directory.remove(SpoolLayout.request)
        }
        // Before the decision to publish goes: an image that came back without it would be recognised again.
        try directory.synchronize()
        try clear()
    }

    /// Puts a claimed frame away unread, because a newer one of its stream has come. Said on disk first, so that no
    /// crash lets it be read after all.
    package func supersede(_ policy: RetirementPolicy) throws(SystemCallError) {
        if record.subject != .supersededFrame {
            var changed = record
            changed.subject = .supersededFrame
            try directory.replaceDurably(SpoolLayout.claim, changed.bytes)
        }
        try retire(policy)
    }

    /// A pair keeps together: the plain name is used only if it is free for both.
    private func moveToArchive(_ place: Placement) throws(SystemCallError) {
        let suffixed = OutcomeName.withJob(place.name, id, suffix: "")
        var name = try place.directory.contains(suffixed) ? suffixed : place.name
        if try directory.contains(SpoolLayout.image) {
            if try !isFree(name, in: place.directory) { name = suffixed }
            if try directory.moveOnce(SpoolLayout.image, to: place.directory, as: name) == .taken {
                name = suffixed
                _ = try directory.moveOnce(SpoolLayout.image, to: place.directory, as: name)
            }
        }
        let request = OutcomeName.plain(name, suffix: ".json")
        if try directory.moveOnce(SpoolLayout.request, to: place.directory, as: request) == .taken {
            let other = OutcomeName.plain(suffixed, suffix: ".json")
            _ = try directory.moveOnce(SpoolLayout.request, to: place.directory, as: other)
        }
        try place.synchronize()
    }

    /// Whether an image and its request can have `name` in `folder`.
    private func isFree(_ name: FileName, in folder: DirectoryHandle) throws(SystemCallError) -> Bool {
        for name in [name, OutcomeName.plain(name, suffix: ".json")] {
            guard let other = try folder.status(name) else { continue }
            // The image itself, left in both places by a torn rename, takes no name from itself.
            guard let own = try directory.status(SpoolLayout.image), own.isSameFile(as: other) else { return false }
        }
        return true
    }
}
