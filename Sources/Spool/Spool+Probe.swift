internal import LinuxSupport

extension Spool {
    /// Makes sure by doing that files can be made in `state/tmp` and moved to each directory that jobs reach.
    ///
    /// Equal device numbers prove nothing: two bind mounts of one file system have the same, and rename between them
    /// fails with EXDEV all the same. One worker probes at a time, and first removes what a probe that was cut off has
    /// left.
    package func probe() throws(SpoolError) {
        let turn: FileLock
        do { turn = try FileLock.wait(SpoolLayout.adoptionLock, in: state) } catch {
            throw .unusable(path: path + "/state", error)
        }
        defer { withExtendedLifetime(turn) {} }
        let inbox: DirectoryHandle
        do { inbox = try self.inbox() } catch { throw .unusable(path: path + "/inbox", error) }
        let targets = [
            (working, SpoolLayout.working), (outbox, SpoolLayout.outbox), (deadLetter, SpoolLayout.deadLetter),
            (archive, SpoolLayout.archive), (inbox, SpoolLayout.inbox),
        ]
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
