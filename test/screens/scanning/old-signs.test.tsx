import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "#web/outbox/desk-sender.ts"; // as the desk's pages load it
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { codeNamed, flowData, forgetStock, restoreStock, takeStock } from "#web/aisle/device/stock.ts";
import { field } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

test("at the desk the sign that a row had in the system before leads from one row to it", async () => {
  const { address } = await open("/stock/rows/5", {
    answers: (stub) =>
      stub.reply(resolveScan, ({ query }) =>
        query["code"] === "RW-0021"
          ? { kind: "row" as const, row: { id: 21, number: 4, area: { id: 11, name: "Halle 1" } } }
          : { kind: "unknown" as const },
      ),
  });
  await field("Boxcode scannen oder eingeben").fill("RW-0021");
  await userEvent.keyboard("{Enter}");
  await expect.poll(address, { timeout: 15_000 }).toBe("/stock/rows/21");
});

test("on the phone it is read as ours, as long as no box is called so", async () => {
  await restoreStock();
  const row = {
    id: 21,
    number: 4,
    area: { id: 11, name: "Halle 1" },
    reverse: false,
    parts: 2,
    heights: 2,
    sign: "RW-0021",
  };
  const nothing = {
    customers: [],
    deliveries: [],
    lines: [],
    returns: [],
    batches: [],
    stocktakes: [],
    gone: [],
    cursor: "c",
    full: true,
  };
  const take = (boxes: Parameters<typeof takeStock>[0]["boxes"]) =>
    takeStock({ ...nothing, rows: [row], boxes }, { loaded: 1, before: [], areas: null });
  await take([]);
  expect(codeNamed("rw-0021")).toBe("LREIHE21");
  expect(flowData.row(21)).toMatchObject({ number: 4 });
  expect(codeNamed("RW-0022")).toBe("RW-0022");
  await take([["0030000001", 0, null, null, null, 1, 30, "RW-0021"]]);
  expect(codeNamed("RW-0021")).toBe("0030000001");
  await forgetStock();
});
