import { describe, expect, test } from "vitest";
import { answeredBy, type OutboxEntry, outboxEntry, type EntryView } from "#web/outbox/entry.ts";
import { isElsewhere, isPlaceTaken, type Scan, scansOf, type ScanStatus, takenPlaces } from "./row-scans.ts";

const row = 7;
const scan = (id: string, status: ScanStatus, more: Partial<Scan> = {}): Scan => ({
  id,
  user: 1,
  row,
  rowName: "Halle 1, Reihe 3",
  code: "0042000123",
  spot: { part: 1, height: 1 },
  next: { part: 1, height: 2 },
  move: false,
  isAimed: false,
  scanned: 0,
  status,
  state: null,
  message: null,
  why: null,
  answered: 0,
  undo: null,
  settled: false,
  ...more,
});

describe("what is kept of a scan is shown of it after a reload", () => {
  type RowEntry = OutboxEntry<Extract<EntryView, { screen: "row" }>>;
  const place = { part: 2, height: 3 };
  const operation = { id: "a", kind: "store" as const, code: "0042000123", row, ...place, move: true };
  const shown = { screen: "row" as const, rowName: "Halle 1, Reihe 3", next: null };
  const session = { token: "t", user: 1, name: "Anna Schmidt", state: "active" as const };
  const entry = { ...outboxEntry({ operation, shown }, session, 5), seq: 1 } as RowEntry;
  const known = (...list: OutboxEntry[]) => scansOf(list as RowEntry[], new Set())[0];

  test("where it went, by whom, and that it waits", () => {
    const { next: _, ...expected } = scan("a", "waiting", { spot: place, move: true, scanned: 5 });
    expect(known(entry)).toEqual({ ...expected, next: null });
  });
  test("that no answer came, and why", () => {
    expect(known({ ...entry, failure: "Kein Netz" })).toMatchObject({ status: "unsent", message: "Kein Netz" });
  });
  test.each([
    ["elsewhere", true, false],
    ["ordered", true, false],
    ["taken", false, true],
    ["state", false, false],
    [null, false, false],
  ] as const)("by the name of its refusal, here %s, what can be done", (code, elsewhere, taken) => {
    const refused = { status: "refused" as const, state: null, message: "Ein Satz, den niemand vergleicht.", code };
    const said = known(answeredBy(entry, refused, 9));
    expect(said).toMatchObject({ status: "refused", message: refused.message, answered: 9 });
    expect([isElsewhere(said!), isPlaceTaken(said!)]).toEqual([elsewhere, taken]);
  });
  test("that it was taken back, or is to be, or why it was not", () => {
    const stored = answeredBy(entry, { status: "done", state: 1, message: null, code: null }, 9);
    const asked = { operation: { id: "b", kind: "undo" as const, of: "a" }, shown };
    const undo = { ...outboxEntry(asked, session, 10), seq: 2 };
    expect(known(stored, undo)).toMatchObject({ status: "done", undo: { status: "waiting" } });
    expect(known(stored, { ...undo, failure: "Kein Netz" })?.undo).toEqual({ status: "unsent", message: "Kein Netz" });
    const refused = {
      status: "refused" as const,
      state: null,
      message: "Inzwischen geändert",
      code: "changed" as const,
    };
    expect(known(stored, answeredBy(undo, refused, 12))).toMatchObject({ status: "done", undo: { status: "refused" } });
    const done = { status: "done" as const, state: 0, message: null, code: null };
    expect(known(stored, answeredBy(undo, done, 12))).toMatchObject({ status: "undone", state: 0, answered: 12 });
  });
  test("that the row has been loaded since", () => {
    expect(scansOf([entry], new Set(["a"]))[0]?.settled).toBe(true);
  });
});

describe("the places of a row", () => {
  const positions = [{ part: 2, height: 1, box: { id: 5, code: "0042000123", state: 1 as const } }];
  const places = (...scans: Scan[]) => Object.fromEntries(takenPlaces(positions, scans, row));

  test("are what was loaded", () => {
    expect(places()).toEqual({ "2/1": { code: "0042000123", boxId: 5, state: 1 } });
  });
  test("show a scan without an answer as on its way, so that the next one goes elsewhere", () => {
    const waiting = scan("a", "unsent", { code: "0042000124" });
    expect(places(waiting)["1/1"]).toEqual({ code: "0042000124", boxId: null, state: null });
  });
  test("show a stored box before the row is loaded again, and a moved one only once", () => {
    expect(places(scan("a", "done", { state: 1 }))).toEqual({ "1/1": { code: "0042000123", boxId: null, state: 1 } });
  });
  test("are without a box whose storing was taken back, and have a moved one where it was", () => {
    const undone = scan("a", "undone", { state: 0, spot: { part: 2, height: 1 } });
    expect(places(undone)).toEqual({});
    expect(places(scan("a", "undone", { state: 1 }))).toEqual(places());
  });
  test("leave the place of a refused scan free", () => {
    expect(places(scan("a", "refused", { code: "0042000124" }))).toEqual(places());
  });
  test("are the loaded ones again once the row has been loaded after the scan", () => {
    expect(places(scan("a", "done", { state: 1, settled: true }))).toEqual(places());
  });
  test("know nothing of scans in other rows", () => {
    expect(places(scan("a", "done", { row: 8, state: 1 }))).toEqual(places());
  });
});
