internal import CLinux

/// Keeps what a process has in memory from others.
package enum ProcessPrivacy {
    /// From now on the kernel writes no core of this process, not even to a crash collector that would ignore the
    /// limit of zero, and lets no process of the same user look into it (prctl(2), PR_SET_DUMPABLE).
    package static func forbidInspection() {
        // The only errors are arguments that do not exist.
        precondition(linux_forbid_inspection() == 0, "prctl(PR_SET_DUMPABLE)")
    }
}
