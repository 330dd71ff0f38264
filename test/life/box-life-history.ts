import type { BoxDetail, HistoryEntry } from "#contract/schemas/stock/boxes.ts";

/** A box as its history records it. */
export interface ReplayedBox {
  readonly state: number;
  readonly markedFrom: number | null;
  readonly place: {
    area: string | undefined;
    row: number | undefined;
    part: number | undefined;
    height: number | undefined;
  } | null;
  readonly size: number;
  readonly year: unknown;
  readonly destroyYear: unknown;
  readonly firstDelivery: unknown;
  readonly contents: readonly string[];
  readonly images: number;
}

type Meta = NonNullable<HistoryEntry["meta"]>;
type Step = (box: ReplayedBox, meta: Meta) => Partial<ReplayedBox>;

const become =
  (from: readonly number[], state: number): Step =>
  (box) => {
    if (!from.includes(box.state)) throw new Error(`No way from state ${box.state} to ${state}.`);
    return { state, markedFrom: null, place: state === 1 || state === 4 ? box.place : null };
  };

const store: Step = (box, { area, row, part, height }) => {
  if (![0, 1, 3, 4, 5, 7].includes(box.state)) throw new Error(`A box in state ${box.state} was stored.`);
  return { state: box.state === 4 || box.state === 7 ? box.state : 1, place: { area, row, part, height } };
};

const mark: Step = (box) => {
  if (![0, 1, 2, 3, 5].includes(box.state)) throw new Error(`A box in state ${box.state} was marked.`);
  return { state: 7, markedFrom: box.state };
};

const resetMark: Step = (box) => {
  if (box.state !== 7 || box.markedFrom === null) throw new Error(`A box in state ${box.state} lost a mark.`);
  return { state: box.markedFrom, markedFrom: null };
};

/** About a content, or about the box itself. */
const unlessContent =
  (step: Step): Step =>
  (box, meta) =>
    meta.content === undefined ? step(box, meta) : {};

const change =
  (field: "year" | "destroyYear" | "firstDelivery" | "size"): Step =>
  (box, { from, to }) => {
    if (box[field] !== from || from === to)
      throw new Error(`${field} was ${String(box[field])}, not ${from}, before ${to}.`);
    return { [field]: to };
  };

function changeContents({ contents }: ReplayedBox, { from, to }: Meta): Partial<ReplayedBox> {
  const left = typeof from === "string" ? contents.toSpliced(contents.indexOf(from), 1) : contents;
  if (typeof from === "string" && !contents.includes(from)) throw new Error(`There was no content ${from}.`);
  return { contents: typeof to === "string" ? [...left, to] : left };
}

/** Product 4, entry by entry: what each kind does to a box. Kinds that are not named change nothing of it. */
const steps: Readonly<Record<number, Step>> = {
  1: store,
  2: unlessContent(become([1], 4)),
  3: become([1, 3, 4, 5], 2),
  4: become([0, 2, 3, 4], 5),
  5: become([1, 2, 4, 5], 3),
  6: become([0, 1, 2, 3, 5, 7], 6),
  7: become([6], 2),
  8: mark,
  9: resetMark,
  10: change("year"),
  11: change("year"),
  12: change("destroyYear"),
  13: change("destroyYear"),
  14: change("firstDelivery"),
  15: change("firstDelivery"),
  16: change("size"),
  17: () => ({ place: null }),
  21: unlessContent(become([4], 1)),
  23: changeContents,
  25: ({ images }, { to }) => ({ images: images + (to ? 1 : -1) }),
};

/**
 * The box that a history leads to, from its first entry on; `size` is the one it was created with.
 * @throws where an entry cannot follow those before it.
 */
function replay(history: readonly HistoryEntry[], size: number): ReplayedBox {
  const nothing = { year: null, destroyYear: null, firstDelivery: null, contents: [], images: 0 };
  const first: ReplayedBox = { state: 0, markedFrom: null, place: null, size, ...nothing };
  history.forEach(({ id, state: kind }, index) => {
    if (id !== index + 1) throw new Error(`Entry ${index + 1} has the number ${id}.`);
    if ((kind === 0) !== (index === 0)) throw new Error("A box is created once, and at first.");
  });
  return history.reduce((box, { state: kind, meta }) => ({ ...box, ...steps[kind]?.(box, meta ?? {}) }), first);
}

/** The present box in the same shape; `markedFrom` is not shown to anybody and left to the proofs of `check`. */
export function present(box: BoxDetail): Omit<ReplayedBox, "markedFrom"> {
  const { state, size, position } = box;
  const place = position && {
    area: position.row.area.name,
    row: position.row.number,
    part: position.part,
    height: position.height,
  };
  return {
    state,
    size,
    place: place ?? null,
    year: box.meta_year,
    destroyYear: box.meta_destroy_year,
    firstDelivery: box.meta_first_delivery_customer,
    contents: box.content.map(({ text }) => text).sort(),
    images: box.images.length,
  };
}

/** Returns the value to which `present` must be equal. */
export function replayed(box: BoxDetail, size: number): Omit<ReplayedBox, "markedFrom"> {
  const { markedFrom: _hidden, ...rest } = replay(box.history, size);
  return { ...rest, contents: rest.contents.toSorted() };
}
