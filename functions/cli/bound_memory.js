// glibc keeps an arena for each thread and what was freed there: after a dozen tables that was most of the memory of the process. Two
// arenas, and large buffers that go back to the system when they are freed. The variables are read when a process begins, so this one
// begins once more, in its own place. Whoever sets MALLOC_ARENA_MAX has decided otherwise.

const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '262144' };

if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined && process.execve) {
  const [program, ...given] = process.argv;
  process.execve(program, [program, ...process.execArgv, ...given], { ...process.env, ...MALLOC });
}
