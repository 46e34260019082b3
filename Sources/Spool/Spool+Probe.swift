internal import LinuxSupport

extension Spool {
    /// Makes sure by doing that files can be made in `state/tmp` and moved to each directory that jobs reach.
    ///
    /// Equal device numbers prove nothing: two bind mounts of one file system have the same, and rename between them
    /// fails with EXDEV all the same. One worker probes at a time, and first removes what a probe that was cut off has
    /// left.
    package func probe() throws(SpoolError) {
        let state = try openForUse(SpoolLayout.state)
        let turn: FileLock
        let temporary: DirectoryHandle
        do {
            turn = try FileLock.wait(SpoolLayout.adoptionLock, in: state)
            temporary = try self.temporary
        } catch {
            throw .unusable(path: path + "/state", error)
        }
        defer { withExtendedLifetime(turn) {} }
        var targets: [(DirectoryHandle, FileName)] = []
        for name in SpoolLayout.directories where name != SpoolLayout.state {
            targets.append((try openForUse(name), name))
        }
        Self.removeProbes(in: [temporary] + targets.map(\.0))

        let name = FileName(stringLiteral: SpoolLayout.probePrefix + RandomBytes.hexadecimal(8))
        do { try temporary.createFile(name).close() } catch { throw .unusable(path: path + "/state/tmp", error) }
        defer { _ = try? temporary.remove(name) }
        for (directory, label) in targets {
            do {
                try temporary.moveNoReplace(name, to: directory, as: name)
                try directory.moveNoReplace(name, to: temporary, as: name)
            } catch {
                _ = try? directory.remove(name)
                throw error.isOtherMount
                    ? .otherMount(path: path + "/" + label.string) : .unusable(path: path + "/" + label.string, error)
            }
        }
    }

    /// What keeps this process from putting outcomes into `folder` of the outbox, dead letter or archive; `nil` if
    /// nothing does. Asked before an image is taken, so that it is not read in vain and does not lie in `working` for
    /// as long as a folder has the wrong rights.
    func obstacle(toOutcomesIn folder: RelativePath) throws(SystemCallError) -> SystemCallError? {
        if folder.isEmpty { return nil }  // of the tops, `probe` speaks
        for top in [try outbox, try deadLetter, try archive] {
            do {
                var deepest = top
                for name in folder.names {
                    guard let status = try deepest.status(name) else { break }
                    // A file in the way: the outcome goes to the top.
                    if status.kind != .directory { break }
                    deepest = try deepest.subdirectory(name)
                }
                try deepest.requireWritable()
            } catch  where error.isAccessDenied {
                return error
            } catch  where error.isMissing || error.isNoDirectory {
                continue  // removed just now, by a consumer who tidies up
            }
        }
        return nil
    }

    /// As far as it goes: the probe itself will tell what is wrong with a directory.
    private static func removeProbes(in directories: [DirectoryHandle]) {
        for directory in directories {
            for name in (try? directory.entries()) ?? [] where name.isProbe {
                if (try? directory.status(name))??.kind == .regular { _ = try? directory.remove(name) }
            }
        }
    }
}

extension FileName {
    var isProbe: Bool { bytes.starts(with: SpoolLayout.probePrefix.utf8) }
}
