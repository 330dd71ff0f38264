import { describe, expect, test } from "vitest";
import type { User } from "#contract/schemas/access/users.ts";
import { errors } from "#rules/texts/texts.ts";
import {
  batchSize,
  chainBehind,
  half,
  hasRoom,
  keptAnswers,
  nextBatch,
  pauseAfter,
  reactionTo,
  toAdopt,
  toEnd,
  toForget,
  toHoldOf,
} from "./batches.ts";
import {
  answeredBy,
  type OutboxEntry,
  outboxEntry,
  isDue,
  isUnsent,
  isUnsettled,
  type OutboxSession,
  withoutUnsettled,
} from "./entry.ts";

const session = (token: string, more: Partial<OutboxSession> = {}): OutboxSession => ({
  token,
  user: 1,
  name: "Anna Schmidt",
  state: "active",
  ...more,
});

function entry(seq: number, token = "anna"): OutboxEntry {
  const operation = { id: `scan-${seq}`, kind: "receive" as const, code: "0042000123" };
  const shown = { screen: "delivery" as const, delivery: 1, line: "box-1" };
  return { ...outboxEntry({ operation, shown }, session(token), seq), seq };
}
const done = (one: OutboxEntry) => answeredBy(one, { status: "done", state: 1, message: null, code: null }, 99);
const some = (count: number, token?: string) => Array.from({ length: count }, (_, index) => entry(index + 1, token));
const seqs = (entries: readonly OutboxEntry[]) => entries.map(({ seq }) => seq);
const free = () => false;

describe("what is sent next", () => {
  test("is what was scanned first, in order, at most fifty", () => {
    expect(seqs(nextBatch(some(210), free, batchSize))).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });
  test("is nothing that may still be taken back, and that holds nobody up", () => {
    const held = { ...entry(1), held: 6000 };
    expect(seqs(nextBatch([held, entry(2)], free, batchSize))).toEqual([2]);
    expect(seqs(nextBatch([{ ...held, held: 0 }, entry(2)], free, batchSize))).toEqual([1, 2]);
  });
  test("may be taken back for its time; not longer where somebody sets the clock back", () => {
    const one = { ...outboxEntry({ ...entry(1), hold: 6000 }, session("anna"), 1000), seq: 1 };
    expect([0, 999, 1000, 6999, 7000].map((now) => isDue(one, now))).toEqual([true, true, false, false, true]);
  });
  test("is of one author: under nobody else's name, and nobody overtakes", () => {
    const mixed = [entry(1), entry(2), entry(3, "bernd"), entry(4)];
    const batches = [];
    for (let left = mixed; left.length > 0; ) {
      const batch = nextBatch(left, free, batchSize);
      batches.push([batch[0]?.token, seqs(batch)]);
      left = left.filter((one) => !batch.includes(one));
    }
    expect(batches).toEqual([
      ["anna", [1, 2]],
      ["bernd", [3]],
      ["anna", [4]],
    ]);
  });
  test("is nothing that has its answer", () => {
    expect(seqs(nextBatch([done(entry(1)), entry(2)], free, batchSize))).toEqual([2]);
  });
  test("is not what waits for its author; the others go on", () => {
    const mixed = [entry(1), entry(2, "bernd"), entry(3), entry(4, "bernd")];
    expect(seqs(nextBatch(mixed, (token) => token === "anna", batchSize))).toEqual([2, 4]);
    expect(nextBatch(mixed, () => true, batchSize)).toEqual([]);
  });
});

test("a device holds five thousand scans that wait, and takes none that it may not hold", () => {
  const taken = [
    [0, 1],
    [4999, 1],
    [5000, 1],
    [4998, 2],
    [4999, 2],
  ] as const;
  expect(taken.map(([waiting, more]) => hasRoom(waiting, more))).toEqual([true, true, false, true, false]);
});

describe("a call that failed", () => {
  test.each([
    [0, null, 50, "wait"],
    [408, null, 1, "wait"],
    [429, "too_many_logins", 1, "wait"],
    [500, null, 1, "wait"],
    [503, null, 50, "wait"],
    [403, "signed_out", 1, "ask"],
    [403, "staff_only", 50, "ask"],
    [400, "password_first", 1, "hold"],
    [400, "password_first", 50, "hold"],
    [404, "not_found", 1, "hold"],
    [400, "invalid", 50, "halve"],
    [413, null, 50, "halve"],
    [413, "too_large", 2, "halve"],
    [400, "invalid", 1, "refuse"],
    [413, "too_large", 1, "refuse"],
  ] as const)("of %s, %s, with %s scans: %s", (status, code, size, expected) => {
    expect(reactionTo({ status, code }, size)).toBe(expected);
  });

  test.each([400, 401, 403, 404, 407, 409, 410, 413, 418, 422, 429, 451, 500, 502, 503, 504])(
    "of %s that is not the product's decides about no scan and no session",
    (status) => {
      expect(reactionTo({ status, code: null }, 1)).toBe("wait");
    },
  );

  test("for a bad scan among fifty refuses this one alone, and sends all others once and in order", () => {
    const bad = 37;
    const sent: number[] = [];
    const refused: number[] = [];
    let calls = 0;
    let left = some(50);
    for (let most = batchSize; left.length > 0; calls++) {
      const batch = nextBatch(left, free, most);
      if (!seqs(batch).includes(bad)) {
        sent.push(...seqs(batch));
        most = batchSize;
      } else if (reactionTo({ status: 400, code: "invalid" }, batch.length) === "halve") {
        most = half(batch.length);
        continue;
      } else refused.push(...seqs(batch));
      left = left.filter((one) => !batch.includes(one));
    }
    expect(refused).toEqual([bad]);
    expect(sent).toEqual(seqs(some(50)).filter((seq) => seq !== bad));
    expect(calls).toBeLessThan(30);
  });

  test("is tried again after half a second, later after fifteen at most", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 100].map(pauseAfter)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });
});

describe("a scan", () => {
  test("is unsent once a try has got no answer, and nothing of it is lost by that", () => {
    expect(isUnsent(entry(1))).toBe(false);
    expect(isUnsent({ ...entry(1), failure: errors.network })).toBe(true);
    expect(isUnsent(done({ ...entry(1), failure: errors.network }))).toBe(false);
  });
  test("with its answer keeps its author and forgets the token", () => {
    const answer = { status: "refused" as const, state: null, message: "Platz ist belegt.", code: "taken" as const };
    expect(answeredBy(entry(1), answer, 7)).toMatchObject({ ...answer, open: 0, user: 1, token: "", answered: 7 });
  });
  test("is forgotten only after its answer, and the last two hundred are not", () => {
    expect(toForget(some(500))).toEqual([]);
    const mixed = some(500).map((one) => (one.seq % 2 === 0 ? done(one) : one));
    expect(toForget(mixed)).toEqual(Array.from({ length: 250 - keptAnswers }, (_, index) => 2 * (index + 1)));
  });
});

describe("scans of one box between the shelves", () => {
  const shelf = (seq: number, code: string, more: Partial<OutboxEntry> = {}): OutboxEntry => {
    const operation = { id: `scan-${seq}`, kind: "store" as const, code, row: 1, part: seq, height: 1, move: true };
    const shown = { screen: "aisle" as const, flow: "store" };
    return { ...outboxEntry({ operation, shown }, session("anna"), seq), seq, ...more };
  };
  const [one, other] = ["0042000001", "0042000002"];
  const walk = [shelf(1, one), shelf(2, other), shelf(3, one), shelf(4, other)];
  const refused = (scanned: OutboxEntry): OutboxEntry =>
    answeredBy(scanned, { status: "refused", state: null, message: "Platz ist belegt.", code: "taken" }, 9);

  test("each wait for the answer to the one before, and no other box overtakes: it may go where that one leaves", () => {
    expect(seqs(nextBatch(walk, free, batchSize))).toEqual([1, 2]);
    expect(seqs(nextBatch(walk.slice(2), free, batchSize))).toEqual([3, 4]);
  });
  test("wait behind one that may still be taken back, and after it when it has been let go", () => {
    const kept = shelf(1, one, { held: 6000 });
    expect(seqs(nextBatch([kept, shelf(2, other), shelf(3, one)], free, batchSize))).toEqual([2]);
    expect(seqs(nextBatch([{ ...kept, held: 0 }, shelf(3, one)], free, batchSize))).toEqual([1]);
  });
  test("are held behind a refused one until somebody has dealt with it, those of other boxes go on", () => {
    const [first, ...rest] = walk;
    expect(first && toHoldOf([refused(first), ...rest])).toEqual([3]);
    expect(first && toHoldOf([withoutUnsettled(refused(first)), ...rest])).toEqual([]);
    expect(toHoldOf(walk)).toEqual([]);
  });
  test("that are back already are news: nobody has to look into them, and what comes behind them goes on", () => {
    const back = (code: "state" | "changed") => {
      const answer = { status: "refused", state: null, message: "", code } as const;
      return answeredBy(shelf(1, one, { operation: { id: "scan-1", kind: "receive", code: one } }), answer, 9);
    };
    expect([isUnsettled(back("state")), isUnsettled(back("changed"))]).toEqual([false, true]);
    expect([toHoldOf([back("state"), shelf(2, one)]), toHoldOf([back("changed"), shelf(2, one)])]).toEqual([[], [2]]);
  });
  test("are taken back together, and nothing before them", () => {
    expect(seqs(chainBehind("scan-1", walk))).toEqual([1, 3]);
    expect(seqs(chainBehind("scan-3", walk))).toEqual([3]);
    expect(chainBehind("scan-9", walk)).toEqual([]);
  });
  test("stay on the device while nobody has dealt with a refusal, however many others are forgotten", () => {
    const stuck = Array.from({ length: 300 }, (_, index) => refused(shelf(index + 1, one)));
    expect(toForget(stuck)).toEqual([]);
    expect(toForget(stuck.map(withoutUnsettled))).toHaveLength(300 - keptAnswers);
  });
});

describe("a session", () => {
  test("of whoever works on a device is not ended because the browser has lost the token that its tabs share", () => {
    const person = { id: 1, first_name: "Anna", last_name: "Schmidt", is_staff: true } as User;
    expect(toEnd([session("anna", { person })], [], null)).toEqual([]);
    const left = session("anna", { person, state: "outbox" });
    expect(toEnd([left], [], null)).toEqual([left]);
  });
  test("that is dead is followed by the next one of the same person, and of nobody else", () => {
    const dead = session("old", { state: "dead" });
    const sessions = [dead, session("other", { state: "dead", user: 2 }), session("left", { state: "outbox" })];
    expect(toAdopt(sessions, { token: "new", userId: 1 })).toEqual([dead]);
    expect(toAdopt(sessions, { token: "old", userId: 1 })).toEqual([]);
    expect(toAdopt(sessions, null)).toEqual([]);
  });
  test("is ended when nothing is left to send by it and nobody works with it", () => {
    const sessions = [session("anna", { state: "outbox" }), session("bernd", { user: 2 }), session("carla")];
    expect(toEnd(sessions, [entry(1), done(entry(2, "bernd"))], { token: "carla" })).toEqual([sessions[1]]);
    expect(toEnd(sessions, [entry(1), entry(2, "bernd")], { token: "carla" })).toEqual([]);
    expect(toEnd(sessions, [], { token: "carla" })).toEqual([sessions[0], sessions[1]]);
  });
});
