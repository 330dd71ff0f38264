import { afterAll, describe, expect, test } from "vitest";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import type { ArchiveListData } from "#server/documents/lists/archive-list.ts";
import { archiveList } from "#server/documents/lists/archive-list.ts";
import { DocumentTooLarge, PdfWorkers } from "./pdf-workers.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-11-21" };
const pdfWorkers = new PdfWorkers();
afterAll(() => pdfWorkers.close());

function archive(boxes: number): ArchiveListData {
  return {
    customer: { code: 42, name: "Größe & Söhne", address: [] },
    range: { from: null, to: null },
    boxes: Array.from({ length: boxes }, (_, i) => ({
      code: `0042${String(i + 1).padStart(6, "0")}`,
      state: 1,
      year: 2019,
      destroyYear: 2029,
      period: { from: null, to: null },
      costCentre: "",
      size: 400,
      numbers: [],
      contents: [{ text: "Rechnungen der Niederlassung Süd", state: 0 }],
    })),
    totals: { boxes, contents: boxes, metres: boxes * 0.4 },
  };
}

describe("the press", () => {
  test("sets what the document's function sets, from values or from their JSON text", async () => {
    const data = archive(3);
    const expected = archiveList(data, printing);
    expect((await pdfWorkers.set("archiveList", data, printing)).equals(expected)).toBe(true);
    expect((await pdfWorkers.set("archiveList", JSON.stringify(data), printing)).equals(expected)).toBe(true);
  });

  test("leaves the server's thread free while it sets a long list", async () => {
    let beats = 0;
    const heart = setInterval(() => beats++, 1);
    const file = await pdfWorkers.set("archiveList", JSON.stringify(archive(5000)), printing);
    clearInterval(heart);
    expect(file.length).toBeGreaterThan(250_000);
    expect(beats).toBeGreaterThan(20);
  });

  expensive("six documents set by several processes")(
    "sets many documents at the same time, each its own",
    async () => {
      const files = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((boxes) => pdfWorkers.set("archiveList", archive(boxes), printing)),
      );
      const counts = files.map((file) => textOf(file).match(/Rechnungen/g)?.length);
      expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    },
  );

  expensive("documents of 20,000 boxes broken off")(
    "stops when the client goes away, while setting and while waiting, and goes on with the others",
    async () => {
      const long = archive(20_000);
      const running = new AbortController();
      const tasks = [1, 2].map(() => pdfWorkers.set("archiveList", long, printing, running.signal));
      const waiting = new AbortController();
      const waiter = pdfWorkers.set("archiveList", long, printing, waiting.signal);
      const other = pdfWorkers.set("archiveList", archive(2), printing);
      setTimeout(() => {
        waiting.abort();
        running.abort();
      }, 100);
      const ended = await Promise.allSettled([...tasks, waiter]);
      expect(ended.map((task) => task.status === "rejected" && (task.reason as Error).name)).toEqual(
        Array.from({ length: 3 }, () => "AbortError"),
      );
      expect(textOf(await other)).toContain("0042.000.002");
    },
  );

  expensive("a process that runs out of memory")(
    "that runs out of memory fails with that document only: what waits behind it is set, and so is the next one",
    async () => {
      const narrow = new PdfWorkers({ processes: 1, heap: 32 });
      const [box] = archive(1).boxes;
      const contents = Array.from({ length: 12_000 }, () => ({ text: "-".repeat(4000), state: 0 }));
      const large = JSON.stringify({ ...archive(0), boxes: [{ ...box, contents }] });
      const huge = narrow.set("archiveList", large, printing);
      const behind = [1, 2].map((boxes) => narrow.set("archiveList", archive(boxes), printing));
      await expect(huge).rejects.toThrow(DocumentTooLarge);
      for (const file of await Promise.all(behind)) expect(textOf(file)).toContain("0042.000.001");
      expect(textOf(await narrow.set("archiveList", archive(3), printing))).toContain("0042.000.003");
      await narrow.close();
    },
  );

  expensive("three processes started and ended for their limits")(
    "gives its memory back: a process ends after many documents, after a large one, and when nobody wants one",
    async () => {
      await pdfWorkers.set("archiveList", archive(1), printing);
      expect(pdfWorkers.processes).toBeGreaterThan(0); // it waits a minute for the next one
      const spent = [{ mostDocuments: 2 }, { mostMemory: 1 }, { idle: 1 }].map(async (limits) => {
        const frugal = new PdfWorkers({ processes: 1, ...limits });
        const files = [1, 2].map((boxes) => frugal.set("archiveList", archive(boxes), printing));
        for (const file of await Promise.all(files)) expect(textOf(file)).toContain("0042.000.001");
        await expect.poll(() => frugal.processes).toBe(0);
        await frugal.close();
      });
      await Promise.all(spent);
    },
  );

  test("passes on what goes wrong, and goes on", async () => {
    await expect(pdfWorkers.set("archiveList", "{}", printing)).rejects.toThrow(TypeError);
    expect(textOf(await pdfWorkers.set("archiveList", archive(1), printing))).toContain("0042.000.001");
  });
});
