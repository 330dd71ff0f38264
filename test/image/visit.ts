import { admin, isReady, signIn, until } from "#test/faults/product.ts";

/** Waits until a server is ready, and lets it do what needs every part of it. @throws Error with the words of `wordsOf` */
export async function visit(url: string, wordsOf: () => Promise<string>): Promise<void> {
  await until("the server is ready", () => isReady(url)).catch(async (error: Error) => {
    throw new Error(`${error.message}: ${await wordsOf()}`);
  });
  const headers = { authorization: `Token ${await signIn(url, admin)}`, "content-type": "application/json" };
  const made = await fetch(`${url}/api/v1/customers/`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "Kunde im Behälter" }),
  });
  const { id } = (await made.json()) as { id: number };
  const list = await fetch(`${url}/api/v1/customers/${id}/archivelist/`, { headers });
  if (!(await list.text()).startsWith("%PDF")) throw new Error(`it makes no documents: ${list.status}`);
  const page = await fetch(url);
  if (!(await page.text()).includes("<title>")) throw new Error(`it serves no page: ${page.status}`);
}

/** Returns the rights that Linux gives a process, by its `/proc/<pid>/status`. */
export function rightsIn(status: string): string {
  const value = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
  return `user ${value("Uid")}, capabilities ${Number(`0x${value("CapBnd")}`)}, no new privileges ${value("NoNewPrivs")}, seccomp ${value("Seccomp")}`;
}
