import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that the system gives to outgoing connections, which could take the port of who is being started again. */
const [lowest, highest] = [20_000, 32_000];
const given = new Set<number>();

/** A port that nobody listens on, and that is not given out again. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
