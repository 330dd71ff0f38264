import { withPendingScans } from "#rules/aisle/with-pending-scans.ts";
import type { AisleEvent, FlowState, Reducer, FlowStep } from "#rules/aisle/flow.ts";
import type {
  Data,
  KnownBatch,
  KnownBox,
  KnownCustomer,
  KnownDelivery,
  KnownRow,
  KnownStocktake,
  RowSpot,
} from "#rules/aisle/stock-data.ts";
import type { Operation, Result } from "#rules/aisle/operation.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { RefusalCode } from "#rules/texts/refusals.ts";

/** A small archive as a device knows it: row 1 is walked ahead, row 2 from its far end; box `…n` is in state n. */
export interface Archive {
  boxes: KnownBox[];
  rows: KnownRow[];
  deliveries: KnownDelivery[];
  batches: KnownBatch[];
  stocktakes: KnownStocktake[];
  customers: KnownCustomer[];
  /** There are halls besides. */
  isPart?: boolean;
}

export const ahead: KnownRow = {
  id: 1,
  number: 3,
  area: { id: 1, name: "Halle 1" },
  parts: 3,
  heights: 2,
  reverse: false,
};
export const back: KnownRow = { ...ahead, id: 2, number: 4, reverse: true };

/** The box of the first customer in a state. */
export const codeIn = (state: BoxState): string => `004200000${state + 1}`;

export const aBox = (code: string, state: BoxState, place: RowSpot | null = null): KnownBox => ({
  code,
  state,
  version: 5,
  place,
  owner: Number(code.slice(0, 4)),
});

const inRow = (row: number, part: number, height: number): RowSpot => ({ row, part, height });

/** A box in each state; those that have a place stand in row 2. */
export function anArchive(more: Partial<Archive> = {}): Archive {
  const boxes = [
    aBox(codeIn(0), 0),
    aBox(codeIn(1), 1, inRow(2, 3, 1)),
    aBox(codeIn(2), 2),
    aBox(codeIn(3), 3),
    aBox(codeIn(4), 4, inRow(2, 3, 2)),
    aBox(codeIn(5), 5),
    aBox(codeIn(6), 6),
    aBox(codeIn(7), 7, inRow(2, 2, 1)),
  ];
  const customers = [{ code: 42, name: "Müller GmbH" }];
  return { boxes, rows: [ahead, back], deliveries: [], batches: [], stocktakes: [], customers, ...more };
}

const dataOf = ({ boxes, rows, deliveries, batches, stocktakes, customers, isPart = false }: Archive): Data => ({
  box: (code) => boxes.find((box) => box.code === code),
  row: (id) => rows.find((row) => row.id === id),
  mayBeElsewhere: () => isPart,
  boxesIn: (row) => boxes.filter(({ place }) => place?.row === row),
  deliveries: () => deliveries,
  batches: () => batches,
  stocktakes: () => stocktakes,
  customer: (code) => customers.find((customer) => customer.code === code),
  operation: () => undefined,
});

/** A device: what it knows of the archive, and the operations that it keeps and the server has not refused. */
export class Device {
  readonly ops: Operation[] = [];
  readonly gone = new Set<string>();
  readonly #archive: Data;
  constructor(archive: Archive = anArchive()) {
    this.#archive = dataOf(archive);
  }

  get data(): Data {
    const standing = this.ops.filter(({ id }) => !this.gone.has(id));
    const operation = (id: string) => this.ops.find((one) => one.id === id);
    return { ...withPendingScans(this.#archive, standing), operation };
  }
}

export const scanned = (text: string, at?: number) => ({
  type: "scan" as const,
  text,
  via: "wedge" as const,
  ...(at === undefined ? {} : { at }),
});

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(9, "0")}000`;

/** Lets one thing after the other happen, three seconds apart, some of it by what was asked before; answers every step. */
export function play<S extends FlowState, W>(
  reducer: Reducer<S, W>,
  begin: S,
  device: Device,
  events: readonly unknown[],
): FlowStep<S>[] {
  const steps: FlowStep<S>[] = [];
  let state = begin;
  for (const [index, given] of events.entries()) {
    const event: unknown = typeof given === "function" ? given(steps.at(-1)) : given;
    const whole = { at: (index + 1) * 3000, ...(event as object), id: uuid(index + 1) } as AisleEvent<W>;
    if (whole.type === "answer" && whole.result.status === "refused") device.gone.add(whole.result.id);
    const step = reducer(JSON.parse(JSON.stringify(state)) as S, whole, device.data);
    device.ops.push(...step.ops);
    steps.push(step);
    ({ state } = step);
  }
  return steps;
}

/** Returns an answer of the server; `n` counts the events from 1. */
export const answered = (n: number, more: Partial<Result> = {}) => ({
  type: "answer" as const,
  result: {
    id: uuid(n),
    status: "done" as const,
    state: 1,
    code: null,
    message: null,
    again: false,
    box: null,
    by: null,
    ...more,
  },
});

export const refusal = (n: number, code: RefusalCode, more: Partial<Result> = {}) =>
  answered(n, { status: "refused", state: null, code, message: "Das geht nicht.", ...more });

/** Taps the nth choice of what is asked at that moment. */
export const choose =
  (n = 0) =>
  <W>({ state }: FlowStep<FlowState<W>>) => {
    const what = state.question?.choices[n]?.what;
    if (what === undefined) throw new Error("Nothing is asked");
    return { type: "tap" as const, what };
  };

/** Returns the message of a step, in short. */
export const heard = ({ say }: FlowStep<FlowState>) => (say ? `${say.signal}: ${say.title}` : null);

/** Returns the operations that a step asks for, in short: `store 0042000001 1:2/1`. */
export const asked = ({ ops }: FlowStep<FlowState>) =>
  ops.map((operation) => {
    const { id: _, seen: __, kind, ...rest } = operation;
    return `${kind} ${Object.values(rest).join(" ")}`;
  });
