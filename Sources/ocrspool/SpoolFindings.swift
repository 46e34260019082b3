internal import LinuxSupport
internal import Spool
internal import Worker

/// Looks at a spool as a worker of this user would find it.
struct SpoolFindings {
    let configuration: Configuration

    /// - Returns: what was found; after the first error that keeps the spool from being opened there is no more.
    func all() -> [Finding] {
        let spool: Spool
        do {
            spool = try Spool(path: configuration.spool)
        } catch {
            return [.error("spool", error.description)]
        }
        var findings: [Finding] = [.ok("spool", "\(DisplayText.escaped(configuration.spool)) is complete")]
        findings.append(mount(spool))
        findings += SpoolLayout.directories.compactMap { permissions($0, in: spool) }
        findings.append(freeSpace(spool))
        findings.append(fileSystem(spool))
        return findings
    }

    private func mount(_ spool: Spool) -> Finding {
        do {
            try spool.probe()
            return .ok("moves", "files can be made and moved between all directories")
        } catch {
            return .error("moves", error.description)
        }
    }

    private func permissions(_ name: FileName, in spool: Spool) -> Finding? {
        let subject = "\(name.string)/"
        let status: FileStatus?
        do { status = try spool.root.status(name) } catch { return .error(subject, error.description) }
        guard let status else { return nil }
        let mode = String(status.mode, radix: 8)
        // The inbox may be the producers'; that a worker can move things out of it was tried above.
        if status.owner != ThisProcess.userID, name != SpoolLayout.inbox {
            return .warning(
                subject,
                "it belongs to user \(status.owner) and this is user \(ThisProcess.userID); "
                    + "check as the user that runs the worker")
        }
        switch name {
        case SpoolLayout.working, SpoolLayout.state:
            if status.mode & 0o077 != 0 {
                return .warning(subject, "its mode is \(mode): others can look into the worker's own files; chmod 700")
            }
        case SpoolLayout.inbox:
            if status.mode & 0o002 != 0 {
                return .warning(
                    subject, "its mode is \(mode): every user can write; give producers a group; chmod 2770")
            }
            if status.mode & 0o1000 != 0 {
                return .error(
                    subject, "it is sticky (\(mode)), so that the worker cannot move others' files; chmod 2770")
            }
        default:
            if status.mode & 0o022 != 0 {
                return .warning(subject, "its mode is \(mode): others than the worker can write; chmod go-w")
            }
        }
        return .ok(subject, "mode \(mode), owner \(status.owner)")
    }

    private func freeSpace(_ spool: Spool) -> Finding {
        do {
            let free = try spool.root.freeSpace()
            let megabytes = free.bytes / 1_000_000
            if free.bytes < UInt64(configuration.minimumFreeBytes) {
                return .error(
                    "free space",
                    "\(megabytes) MB are free, and with less than "
                        + "\(configuration.minimumFreeBytes / 1_000_000) MB nothing is read; free some")
            }
            if free.inodes < 1000 { return .error("free space", "only \(free.inodes) inodes are free; remove files") }
            return .ok("free space", "\(megabytes) MB")
        } catch {
            return .error("free space", error.description)
        }
    }

    private func fileSystem(_ spool: Spool) -> Finding {
        do {
            guard let remote = try spool.inbox().remoteFileSystem() else {
                return .ok("file system", "local")
            }
            return .warning(
                "file system",
                "\(remote.rawValue): no events from other machines, so the inbox is polled; "
                    + "one machine alone may run workers on it")
        } catch {
            return .error("file system", error.description)
        }
    }
}
