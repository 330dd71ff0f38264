import { setTimeout as sleep } from "node:timers/promises";

/** Other people at work: how long they waited, call by call. */
export interface Others {
  /** ms that the slowest call took since this was asked last, and which it was; a refused one is the slowest. */
  readonly longest: () => { readonly ms: number; readonly what: string };
  readonly stop: () => Promise<void>;
}

const pause = 50; // ms between two calls of one person

export const nobodyAtWork: Others = { longest: () => ({ ms: 0, what: "nobody" }), stop: async () => {} };

/** Lets somebody look at boxes, somebody search, somebody make a box of another customer and somebody give it a content, again and again. */
export function othersAtWork(base: string, token: string, owner: number): Others {
  const over = new AbortController();
  let waits: { ms: number; what: string }[] = [];
  let made = 0; // the id of a box
  const call = async (what: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Token ${token}`, ...(body && { "content-type": "application/json" }) };
    const began = performance.now();
    const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    waits.push({
      ms: answer.ok ? Math.round(performance.now() - began) : Infinity,
      what: answer.ok ? what : `${what}: ${answer.status} ${text}`,
    });
    return answer.ok ? text : null;
  };
  const work = [
    () => call("boxes", "GET", "/boxes/?limit=30"),
    () => call("search", "GET", "/search/?q=rechnungen"),
    async () => {
      const answer = await call("new box", "POST", "/boxes/", { owner, start: 0, amount: 1, size: 400 });
      if (answer !== null) made = (JSON.parse(answer) as { id: number }[])[0]?.id ?? 0;
    },
    async () => {
      if (made > 0) await call("new content", "POST", "/boxcontents/", { box_id: made, text: "Akten" });
    },
  ];
  const atWork = work.map(async (next) => {
    for (; !over.signal.aborted; await sleep(pause)) await next();
  });
  return {
    longest: () => {
      const found = waits.toSorted((a, b) => b.ms - a.ms)[0];
      waits = [];
      return found ?? nobodyAtWork.longest();
    },
    stop: async () => {
      over.abort();
      await Promise.all(atWork);
    },
  };
}
