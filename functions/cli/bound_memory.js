// glibc keeps an arena for each thread together with its freed memory: after a dozen tables these arenas were most of the memory of the
// process. Two arenas are allowed, and large buffers return to the system when they are freed. glibc reads the variables when a process
// starts, so this process executes itself again. A MALLOC_ARENA_MAX that is already set is left unchanged.

const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '262144' };

if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined && process.execve) {
  const [program, ...given] = process.argv;
  process.execve(program, [program, ...process.execArgv, ...given], { ...process.env, ...MALLOC });
}
