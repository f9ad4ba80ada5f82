//! The processor's time, which other work on the machine does not count in, and a processor to stay on.

/// Seconds that all threads of this process have spent on processors.
pub fn processor_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` may be written.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "Linux has this clock");
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Keeps this process, and the threads that it will start, where it is: builders then use one thread.
pub fn stay_on_one_processor() {
    // SAFETY: an all-zero set is empty; the set is read within its size.
    let failed = unsafe {
        let present = libc::sched_getcpu();
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(usize::try_from(present).unwrap_or(0), &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set)
    };
    assert_eq!(failed, 0, "a process may choose among its processors");
}
