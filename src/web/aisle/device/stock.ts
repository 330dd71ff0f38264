import type { ScanPack } from "#contract/schemas/scanning/scan-pack.ts";
import type {
  Data,
  KnownBatch,
  KnownBox,
  KnownCustomer,
  KnownDelivery,
  KnownLine,
  KnownRow,
  KnownStocktake,
  LineState,
} from "#rules/aisle/stock-data.ts";
import { numberKey } from "#rules/stock/box-number.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { clearStock, readStock, writeStock } from "#web/outbox/kept-stock.ts";
import { onLoss } from "#web/outbox/outbox-database.ts";
import { createStore } from "#web/ui/store.ts";

/** A box as it is sent and kept: code, state, row, part, height (null without a place), version, owner's code, and other people's numbers. */
export type PackedBox = ScanPack["boxes"][number];
type StockMessage = Pick<
  ScanPack,
  "customers" | "rows" | "deliveries" | "lines" | "returns" | "batches" | "stocktakes"
>;
type Lists = { readonly [K in keyof StockMessage]: NonNullable<StockMessage[K]> };

/** All but the boxes, as it was sent last. */
interface Around {
  readonly lists: Lists;
  /** Name that the server gives the moment of the load; null where nothing was ever loaded. */
  readonly cursor: string | null;
  /** When that was, in ms by the device's clock. */
  readonly loaded: number;
  /** Boxes as answers reported them, which no pack has reported since: the next one does, or the server was set back. */
  readonly answered: readonly string[];
  /** The halls that it is of, by their ids; null for the whole archive. */
  readonly areas: readonly number[] | null;
  /** Where boxes of other halls stand that were asked for. */
  readonly elsewhere: readonly KnownRow[];
}

const nothing: Around = {
  lists: { customers: [], rows: [], deliveries: [], lines: [], returns: [], batches: [], stocktakes: [] },
  cursor: null,
  loaded: 0,
  answered: [],
  areas: null,
  elsewhere: [],
};

/** Data around the boxes. The boxes are too many to be rebuilt with each change. */
export const stockStore = createStore<Around>(nothing);
const boxes = new Map<string, PackedBox>();
const inRow = new Map<number, Set<string>>();
let rows = new Map<number, KnownRow>();
let customers = new Map<number, KnownCustomer>();
let deliveries: readonly KnownDelivery[] = [];
let batches: readonly KnownBatch[] = [];
let stocktakes: readonly KnownStocktake[] = [];

const pieceOf = (code: string) => code.slice(0, 4);

const numbersOf = (code: string) => (boxes.get(code)?.slice(7) ?? []) as string[];

function put(box: PackedBox) {
  const [code, , row] = box;
  forget(code);
  boxes.set(code, box);
  if (row === null) return;
  const there = inRow.get(row) ?? new Set();
  inRow.set(row, there.add(code));
}

function forget(code: string) {
  const row = boxes.get(code)?.[2];
  if (row) inRow.get(row)?.delete(code);
  boxes.delete(code);
}

function show(around: Around) {
  const { lists } = around;
  rows = new Map([...around.elsewhere, ...lists.rows].map((row) => [row.id, row]));
  customers = new Map(lists.customers.map(([code, name]) => [code, { code, name }]));
  const lines = Map.groupBy([...lists.lines, ...lists.returns].map(lineOf), ({ delivery }) => delivery);
  deliveries = lists.deliveries.map((one) => ({ ...one, lines: lines.get(one.id) ?? [] }));
  batches = lists.batches.map(batchOf);
  stocktakes = lists.stocktakes.map(({ id, blind: isBlind, rows: of }) => ({
    id,
    isBlind,
    rows: of.map(([row, state]) => ({ row, state })),
  }));
  stockStore.set(around);
}

function batchOf({ wait_until: waitUntil, lines, held, ...one }: Lists["batches"][number]): KnownBatch {
  const isHeld = new Set(held);
  return { ...one, waitUntil, lines: lines.map(([code, state]) => ({ code, state, isHeld: isHeld.has(code) })) };
}

type SentLine = ScanPack["returns"] extends readonly (infer T)[] | null
  ? T & Partial<NonNullable<ScanPack["lines"]>[number]>
  : never;

function lineOf({ delivery, box, content, text, ...progress }: SentLine): KnownLine {
  const thing = content === null ? null : { id: content, text: text ?? "" };
  return { delivery, code: box, content: thing, state: lineState(progress) };
}

function lineState({ picked, loaded, fate }: Pick<SentLine, "picked" | "loaded" | "fate">): LineState {
  if (fate) return fate === "delivered" ? "delivered" : "left";
  if (loaded) return "loaded";
  return picked ? "done" : "open";
}

let resolveReady = () => {};
/** Resolves when what the device had when it was closed is there again. */
export const stockReady = new Promise<void>((resolve) => {
  resolveReady = resolve;
});

/** Brings it back. */
export async function restoreStock(): Promise<void> {
  const storedStock = await readStock().catch(() => undefined);
  for (const piece of storedStock?.pieces ?? []) for (const box of piece as readonly PackedBox[]) put(box);
  if (storedStock) show(completeStock(storedStock.around as Around));
  resolveReady();
}

/** As a release before kept it, some lists may not be there: then all is asked for once more. */
function completeStock({ lists, cursor, ...rest }: Partial<Around> & Pick<Around, "lists" | "cursor">): Around {
  const isWhole = Object.keys(nothing.lists).every((name) => name in lists);
  return { ...nothing, ...rest, lists: { ...nothing.lists, ...lists }, cursor: isWhole ? cursor : null };
}

/** Request for a pack, as it was made. */
interface Asked {
  /** When, in ms by the device's clock. */
  readonly loaded: number;
  /** Reports of earlier answers. */
  readonly before: readonly string[];
  readonly areas: readonly number[] | null;
}

/**
 * Takes over what has come from the server and keeps it: by the pieces that it is about. Where it does not report boxes
 * that answers had reported before, everything is asked for once more: the server was set back.
 */
export async function takeStock(pack: ScanPack, { loaded, before, areas }: Asked): Promise<void> {
  if (pack.full) {
    boxes.clear();
    inRow.clear();
    strangers.clear();
  }
  const { answered } = stockStore.get();
  const { lists } = pack.full ? nothing : stockStore.get();
  const codes = [...pack.gone, ...pack.boxes.map(([code]) => code)];
  const news = new Set(codes);
  const isComplete = pack.full || before.every((code) => news.has(code));
  for (const code of pack.gone) forget(code);
  for (const box of pack.boxes) put(box);
  const around: Around = {
    lists: {
      customers: pack.customers ?? lists.customers,
      rows: pack.rows ?? lists.rows,
      deliveries: pack.deliveries ?? lists.deliveries,
      lines: pack.lines ?? lists.lines,
      returns: pack.returns ?? lists.returns,
      batches: pack.batches ?? lists.batches,
      stocktakes: pack.stocktakes ?? lists.stocktakes,
    },
    cursor: isComplete ? pack.cursor : null,
    loaded,
    answered: answered.filter((code) => !news.has(code) && !before.includes(code)),
    areas,
    elsewhere: pack.full ? [] : stockStore.get().elsewhere,
  };
  show(around);
  await keepStock(codes, pack.full);
}

function keepStock(codes: readonly string[], whole: boolean) {
  const pieces = new Map<string, PackedBox[]>(codes.map((code) => [pieceOf(code), []]));
  for (const box of boxes.values()) pieces.get(pieceOf(box[0]))?.push(box);
  return writeStock({ around: stockStore.get(), pieces, whole });
}

const together = 1000; // ms: what is answered within is kept in one go, since pieces may be large
let notedIds = new Set<string>();
let keeping: ReturnType<typeof setTimeout> | undefined;

// a new database has nothing of it: all of it is kept once more, and loaded anew
onLoss(() => {
  stockStore.set({ ...stockStore.get(), cursor: null });
  if (boxes.size > 0) setTimeout(() => void keepStock([...boxes.keys()], true).catch(() => undefined));
});

/** Throws away what is in the archive, here and on the disk. */
export async function forgetStock(): Promise<void> {
  await stockReady;
  clearTimeout(keeping);
  keeping = undefined;
  notedIds = new Set();
  boxes.clear();
  inRow.clear();
  show(nothing);
  await clearStock();
}

/** Boxes as the server has just said they are; something newer stays. Where nothing is loaded they are nothing by themselves. */
export function noteBoxes(news: readonly PackedBox[]): void {
  if (stockStore.get().loaded === 0) return;
  const answeredIds = new Set(stockStore.get().answered);
  for (const box of news) {
    const [code, , , , , version] = box;
    const knownVersion = boxes.get(code)?.[5] ?? -1;
    if (knownVersion > version) continue;
    if (knownVersion < version) answeredIds.add(code);
    put([...box, ...numbersOf(code)]); // an answer has none
    notedIds.add(code);
  }
  stockStore.set({ ...stockStore.get(), answered: [...answeredIds] });
  keepSoon();
}

function keepSoon() {
  keeping ??= setTimeout(() => {
    const codes = [...notedIds];
    notedIds = new Set();
    keeping = undefined;
    void keepStock(codes, false).catch(() => undefined);
  }, together);
}

/** Boxes of which the server has said that there are none. */
const strangers = new Set<string>();

/**
 * Notes the server's report on a box outside of the halls that are kept, and on its row. Once the box changes, the next pack reports that it is gone,
 * or that it has come into one of the halls.
 */
export function noteElsewhere(code: string, box: PackedBox | undefined, row: KnownRow | null): void {
  if (!box) {
    strangers.add(code);
    return;
  }
  put(box);
  notedIds.add(code);
  const around = stockStore.get();
  const isNew = row !== null && !rows.has(row.id);
  show(isNew ? { ...around, elsewhere: [...around.elsewhere, row] } : { ...around });
  keepSoon();
}

export const boxCount = (): number => boxes.size;

/**
 * The code of the one box that other people call so, or our sign of the row whose sign said so before; the text itself where there is none, or several. All
 * are looked through: most scans are codes.
 */
export function codeNamed(text: string): string {
  if (boxes.has(text)) return text;
  const key = numberKey(text);
  const codes = [...boxes.keys()].filter((code) => numbersOf(code).some((one) => numberKey(one) === key));
  const row = [...rows.values()].find(({ sign }) => sign !== undefined && numberKey(sign) === key);
  if (codes.length === 0 && row) return rowScanText(row.id);
  return (codes.length === 1 && codes[0]) || text;
}

function boxOf(code: string): KnownBox | undefined {
  const box = boxes.get(code);
  if (!box) return undefined;
  const [, state, row, part, height, version, owner] = box;
  const place = row === null || part === null || height === null ? null : { row, part, height };
  return { code, state, version, place, owner };
}

/** The archive as the server last reported it. */
export const flowData: Data = {
  box: boxOf,
  row: (id) => rows.get(id),
  mayBeElsewhere: (code = "") => stockStore.get().areas !== null && !strangers.has(code),
  boxesIn: (row) => Array.from(inRow.get(row) ?? [], boxOf).filter((box) => box !== undefined),
  deliveries: () => deliveries,
  batches: () => batches,
  stocktakes: () => stocktakes,
  customer: (code) => customers.get(code),
  operation: () => undefined,
};
