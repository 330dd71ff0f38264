import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { scan } from "#contract/calls/scanning/scans.ts";
import { beginRow, endRow, getCountedRow, getStocktake } from "#contract/calls/stocktake/stocktakes.ts";
import "#web/outbox/desk-sender.ts"; // as the desk's pages load it
import { button, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

const [first, second, foreign] = ["0042000101", "0042000102", "0007000001"];
const target = [
  { part: 1, height: 1, code: first },
  { part: 1, height: 2, code: second },
];

/** The page of a stocktake with one row that nobody has counted, which is begun at the desk. */
async function beginAtDesk(answer: "done" | "refused" = "done") {
  const opened = await open("/services/stocktakes/12", {
    answers: (server) => {
      const example = server.example(getStocktake);
      const [row] = example.rows;
      const rows = [{ ...row!, state: 0, counter: null, begun: null, ended: null, counts: null, open: null } as const];
      server.reply(getStocktake, { ...example, state: 0, rows_ended: 0, rows });
      const counted = { ...server.example(getCountedRow), places: [], target, parts: 3, heights: 2, reverse: false };
      server.reply(getCountedRow, counted);
      server.reply(beginRow, counted);
      server.reply(scan, ({ body }) => {
        const { operations } = body as { operations: { id: string }[] };
        const [result] = server.example(scan).results;
        return {
          results: operations.map(({ id }) => ({
            ...result!,
            id,
            status: answer,
            message: answer === "done" ? null : "Die Inventur ist verworfen.",
          })),
        };
      });
    },
  });
  await button("Am Rechner zählen").click();
  await expect.element(page.getByText("Teil 1 · Höhe 1")).toBeVisible();
  return opened;
}

async function type(code: string) {
  await field("Box scannen oder Code eingeben").fill(code);
  await userEvent.keyboard("{Enter}");
}

test("a row is counted at the desk place by place, by the call of the phone, and what is not expected is said", async () => {
  const { server } = await beginAtDesk();
  await type(first);
  await expect.element(page.getByText("Teil 1 · Höhe 2")).toBeVisible();
  await button("Platz ist leer").click();
  await type(foreign);
  await expect
    .element(page.getByText(/0007\.000\.001: Teil 2, Höhe 1, in dieser Reihe nicht erwartet\./))
    .toBeVisible();
  await type(foreign);
  await expect.element(page.getByText(/ist in dieser Reihe schon gezählt/)).toBeVisible();
  const operations = () => server.asked(scan).flatMap(({ body }) => (body as { operations: object[] }).operations);
  await expect.poll(() => operations().length).toBe(3); // several may go in one call
  const sent = operations();
  const place = (part: number, height: number, code: string | null) => ({ part, height, code, hand: true });
  expect(sent).toMatchObject(
    [place(1, 1, first), place(1, 2, null), place(2, 1, foreign)].map((one) => ({
      kind: "count",
      session: 12,
      row: 5,
      places: [one],
    })),
  );
  await expectGoodLooks();
  await button("Reihe fertig gezählt").click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toMatchTextContent(/Alles, was dort erwartet wird, ist gezählt\./);
  await question.getByRole("button", { name: "Fertig gezählt" }).click();
  await expect.poll(() => server.asked(endRow).length).toBe(1);
});

test("what the server did not take is not counted, and the same place comes next", async () => {
  await beginAtDesk("refused");
  await type(first);
  await expect.element(page.getByText("Die Inventur ist verworfen.")).toBeVisible();
  await expect.element(page.getByText("Teil 1 · Höhe 1")).toBeVisible();
});

test("another place than the next one is said by hand", async () => {
  const { server } = await beginAtDesk();
  await field("Teil").fill("3");
  await field("Höhe").fill("2");
  await type(first);
  await expect.poll(() => server.asked(scan).length).toBe(1);
  const [sent] = server.asked(scan).flatMap(({ body }) => (body as { operations: { places: object[] }[] }).operations);
  expect(sent?.places).toMatchObject([{ part: 3, height: 2, code: first }]);
});
