/** The environment of a program of ours that a test starts: nothing of this run's but where programs lie, and where compiled code does. */
export function bareEnvironment(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings };
}
