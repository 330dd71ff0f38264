import { describe, expect, test } from "vitest";
import { refused } from "#rules/refusal-texts.ts";
import type { Reason } from "#rules/refusals.ts";
import {
  answeredAs,
  isElsewhere,
  isPlaceTaken,
  nextToSend,
  type Scan,
  type ScanStatus,
  takenPlaces,
  withScan,
} from "./scan-queue.ts";

const row = 7;
const scan = (id: string, status: ScanStatus, more: Partial<Scan> = {}): Scan => ({
  id,
  row,
  rowName: "Halle 1, Reihe 3",
  code: "0042000123",
  spot: { part: 1, height: 1 },
  next: { part: 1, height: 2 },
  move: false,
  scanned: 0,
  status,
  state: null,
  message: null,
  answered: 0,
  settled: false,
  ...more,
});

describe("scans are sent one after the other", () => {
  test.each<[string, ScanStatus[], string | undefined]>([
    ["the oldest that waits is next", ["done", "waiting", "waiting"], "1"],
    ["while one is under way the others wait", ["sending", "waiting"], undefined],
    ["behind one that got no answer the others wait", ["unsent", "waiting"], undefined],
    ["a refused one holds nobody up", ["refused", "waiting"], "1"],
    ["nothing is sent twice", ["done", "refused"], undefined],
  ])("%s", (_, statuses, expected) => {
    expect(nextToSend(statuses.map((status, index) => scan(String(index), status)))?.id).toBe(expected);
  });

  test("a scan keeps its id when it is sent again", () => {
    const [again] = withScan([scan("a", "unsent")], "a", { status: "waiting" });
    expect(nextToSend([again!])?.id).toBe("a");
  });
});

test("only a box that stands elsewhere can be moved here", () => {
  const said = ({ code, message }: Reason) =>
    scan("a", "refused", answeredAs({ status: "refused", state: null, code, message }, 1));
  expect(isElsewhere(said(refused.alreadyStored("Halle 1, Reihe 3, Teil 2, Höhe 1")))).toBe(true);
  expect(isElsewhere(said(refused.placeTaken("0042.000.123")))).toBe(false);
  expect(isPlaceTaken(said(refused.placeTaken("0042.000.123")))).toBe(true);
  expect(isElsewhere(said(refused.unknownBox))).toBe(false);
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
