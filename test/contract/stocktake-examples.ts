import { requests } from "#contract/examples.ts";
import { CaseKind, showCase } from "#rules/stocktake/case-state.ts";
import type { factories } from "#test/support/factories.ts";
import type { CountWish } from "#test/support/factories/stocktake-factories.ts";
import type { Caller, Sent } from "./caller.ts";

type Factories = ReturnType<typeof factories>;
type Example = (a: Factories, caller: Caller) => Promise<Sent>;

const stocktake =
  (until: NonNullable<CountWish["until"]>, sent: Sent = {}): Example =>
  async (a) => ({ path: { id: (await a.count({ until })).stocktake }, ...sent });
const row =
  (until: NonNullable<CountWish["until"]>, sent: Sent = {}): Example =>
  async (a, { userId }) => {
    const count = await a.count({ until, counter: { id: userId } });
    return { path: { id: count.stocktake, row: count.row.id }, ...sent };
  };
const open =
  (sent: Sent = {}): Example =>
  async (a, { owner }) => {
    const { code } = await a.box({ owner, state: 1 });
    return { path: { id: (await a.case({ kind: CaseKind.missing, code })).id }, ...sent };
  };

/** Something that must succeed for each call about stocktakes and cases. */
export const stocktakeExamples: Readonly<Record<string, Example>> = {
  listStocktakes: async () => ({}),
  worklist: async () => ({}),
  secondLooks: async () => ({}),
  getStocktake: stocktake("begun"),
  createStocktake: async (a) => ({ body: { ...requests.createStocktake.body, rows: [(await a.row()).id] } }),
  editStocktake: stocktake("made", requests.editStocktake),
  discardStocktake: stocktake("begun", requests.discardStocktake),
  closeStocktake: stocktake("ended"),
  getCountedRow: row("begun"),
  beginRow: row("made", requests.beginRow),
  endRow: row("begun"),
  listResults: stocktake("ended"),
  sheetOfResults: stocktake("ended"),
  acceptResults: async (a) => {
    const { place } = await a.box({ state: 1 });
    const count = await a.count(place ? { row: place.row, until: "ended" } : { until: "ended" });
    return { path: { id: count.stocktake }, body: { ...requests.acceptResults.body, row: count.row.id } };
  },
  stocktakeQrCode: stocktake("ended"),
  stocktakeReport: stocktake("ended"),
  listCases: async () => ({}),
  getCase: open(),
  createCase: async (a, { owner }) => ({
    body: { ...requests.createCase.body, code: (await a.box({ owner, state: 1 })).code },
  }),
  noteCase: open(requests.noteCase),
  assignCase: async (a, caller) => ({
    ...(await open()(a, caller)),
    body: { assignee: (await a.user({ isStaff: true })).id },
  }),
  foundCase: open(requests.foundCase),
  loseCase: async (a, caller) => {
    const { path = {} } = await open()(a, caller);
    return { path, body: { ...requests.loseCase.body, number: showCase(path["id"] ?? 0) } };
  },
  closeCase: open(requests.closeCase),
  caseLetter: open(),
};
