import { HistoryKind as K } from "#rules/stock/history.ts";
import type { SeededClass } from "./retention.ts";
import { between, pick, type Random, randomFrom } from "./random.ts";
import { dayOf, dayText, later, minuteText, storedAt, workDay, yearOf } from "./days.ts";
import type { PlannedDelivery } from "./deliveries.ts";
import { type BoxCourse, boxCourses, type LifeStep } from "./fates.ts";
import type { ArchivePlan } from "./plan.ts";
import { paperOf } from "./texts.ts";

/** A row of the archive as the boxes name it. */
export interface SeededRow {
  readonly id: number;
  readonly areaId: number;
  readonly area: string;
  readonly number: number;
}

/** The ids that the plan's things get; a box's or a delivery's is the first one plus its order. */
export interface SeededIds {
  readonly customers: readonly number[];
  readonly rows: readonly SeededRow[];
  readonly firstBox: number;
  readonly firstContent: number;
  readonly firstDelivery: number;
  readonly firstDeliveryCode: number;
  /** By how many years papers are kept. */
  readonly classes: ReadonlyMap<number, SeededClass>;
  /** Staff, as authors of the entries. */
  readonly staff: readonly number[];
}

/** Lines in PostgreSQL's COPY format, by table. */
export interface Lines {
  boxes: string;
  contents: string;
  history: string;
  delivery_boxes: string;
  delivery_contents: string;
}

export const noLines = (): Lines => ({
  boxes: "",
  contents: "",
  history: "",
  delivery_boxes: "",
  delivery_contents: "",
});

interface Entry {
  readonly kind: number;
  readonly at: number;
  /** JSON; none of the words in it needs escaping. */
  readonly meta?: string;
  readonly text?: string;
}

/** A box on its way through its life. */
interface Life {
  readonly fate: BoxCourse;
  readonly customerId: number;
  readonly boxId: number;
  readonly contents: readonly string[];
  readonly delivery: (PlannedDelivery & { id: number; code: number }) | undefined;
  readonly back: (PlannedDelivery & { id: number; code: number }) | undefined;
  /** The last thing that happened. */
  at: number;
  row: SeededRow | undefined;
  part: number;
  height: number;
  placed: number;
  marked: number;
  destroyed: number;
}

const none = "\\N";
const columnsPerBox = { contents: [0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6] } as const;
const reasons = {
  report: ["Deckel fehlt, Inhalt durchnässt", "Nicht am Platz gefunden", "Etikett unleserlich"],
  release: ["Abholung durch den Kunden", "Übergabe an Kurier", "Rückgabe wegen Vertragsende"],
  missContent: ["Akte fehlt im Ordner", "Laut Leihschein bereits 2019 entnommen"],
} as const;

/** Writes one box after the other. The same plan makes the same boxes. */
export class BoxWriter {
  readonly #plan: ArchivePlan;
  readonly #ids: SeededIds;
  readonly #random: Random;
  #nextContent: number;

  constructor(plan: ArchivePlan, ids: SeededIds) {
    this.#plan = plan;
    this.#ids = ids;
    this.#random = randomFrom(plan.wanted.seed, "boxes");
    this.#nextContent = ids.firstContent;
  }

  get nextContent(): number {
    return this.#nextContent;
  }

  /** Adds everything about the plan's box `index` to the lines. */
  write(index: number, lines: Lines): void {
    const { customer, number, created } = this.#plan.boxes;
    const customerPlan = this.#plan.customers[customer[index] ?? 0];
    if (!customerPlan) throw new Error(`box ${index} has no customer`);
    const createdAt = created[index] ?? 0;
    const paperYear = yearOf(dayOf(createdAt)) - between(this.#random, 0, 4);
    const life = this.#begin(index, createdAt, this.#papers(customerPlan.trade, paperYear, index));
    const moves = life.fate.steps.map((step) => this.#live(step, life, createdAt));
    const meta = this.#meta(customerPlan, life, createdAt);
    const papers = life.contents.map((text, at) => ({
      kind: K.contentChanged,
      at: createdAt + 1 + at,
      meta: `{"from":null,"to":"${text}"}`,
    }));
    const entries = [{ kind: K.created, at: createdAt }, ...papers, ...meta.entries, ...moves];
    const size = this.#random() < 0.93 ? customerPlan.size : pick(this.#random, [80, 200, 330, 600, 1000]);
    lines.boxes += `${life.boxId}\t${life.customerId}\t${customerPlan.code}\t${number[index]}\t${life.fate.state}\t${life.fate.markedFrom ?? none}\t${
      life.marked ? minuteText(life.marked) : none
    }\t${this.#placeColumns(life)}\t${size}\t${meta.columns}\t${minuteText(createdAt)}\t${
      life.fate.state === 6 ? dayText(dayOf(life.destroyed)) : none
    }\t${entries.length}\n`;
    this.#writeContents(life, createdAt, lines);
    this.#writeHistory(life, entries, lines);
    if (life.delivery && life.fate.content === undefined) lines.delivery_boxes += boxLine(life, life.delivery);
    if (life.back) lines.delivery_boxes += boxLine(life, life.back);
  }

  #begin(index: number, made: number, contents: string[]): Life {
    const { boxes, deliveries } = this.#plan;
    const { firstBox, firstDelivery, firstDeliveryCode, customers } = this.#ids;
    const numberOf = (planned: PlannedDelivery | undefined) =>
      planned && { ...planned, id: firstDelivery + planned.order, code: firstDeliveryCode + planned.order };
    return {
      fate: boxCourses[boxes.fate[index] ?? 0] as BoxCourse,
      customerId: customers[boxes.customer[index] ?? 0] ?? 0,
      boxId: firstBox + index,
      contents,
      delivery: numberOf(deliveries[boxes.delivery[index] ?? -1]),
      back: numberOf(deliveries[boxes.back[index] ?? -1]),
      at: made,
      ...this.#placeOf(boxes.place[index] ?? -1),
      placed: 0,
      marked: 0,
      destroyed: 0,
    };
  }

  #placeOf(place: number): { row: SeededRow | undefined; part: number; height: number } {
    const { parts, heights } = this.#plan.rowSize;
    const inRow = place % (parts * heights);
    const row = this.#ids.rows[Math.floor(place / (parts * heights))];
    return { row: place < 0 ? undefined : row, part: Math.floor(inRow / heights) + 1, height: (inRow % heights) + 1 };
  }

  #papers(trade: Parameters<typeof paperOf>[1], year: number, index: number): string[] {
    const contentCount = boxCourses[this.#plan.boxes.fate[index] ?? 0]?.content === undefined ? 0 : 1;
    const amount = Math.max(contentCount, pick(this.#random, columnsPerBox.contents));
    return Array.from({ length: amount }, () => paperOf(this.#random, trade, year));
  }

  /** The entry of a step; notes in the life what it changes. */
  #live(step: LifeStep, life: Life, made: number): Entry {
    const entry = this.#entryOf(step, life, made);
    life.at = entry.at;
    if (step === "move") life.placed = entry.at;
    if (step === "mark") life.marked = entry.at;
    if (step === "reset") life.marked = 0;
    if (step === "destroy") {
      life.destroyed = entry.at;
      life.marked = 0;
    }
    return entry;
  }

  #entryOf(step: LifeStep, life: Life, made: number): Entry {
    const { delivery, back } = life;
    const code = `"delivery":${delivery?.code}`;
    const content = `"content":"${life.contents[0]}"`;
    switch (step) {
      case "move":
        return { kind: K.moved, at: this.#shelved(life, made), meta: placeMeta(life.row, life.part, life.height) };
      case "moveElsewhere":
        return { kind: K.moved, at: this.#shelved(life, made), meta: this.#formerPlace() };
      case "order":
        return { kind: K.ordered, at: delivery?.created ?? 0, meta: `{${code}}` };
      case "pick":
        return { kind: K.boxPicked, at: delivery?.picked ?? 0, meta: `{${code}}` };
      case "handOver":
        return { kind: K.outsourced, at: delivery?.done ?? 0, meta: `{${code}}` };
      case "cancel":
        return { kind: K.orderCancelled, at: delivery?.done ?? 0, meta: `{${code}}` };
      case "orderContent":
        return { kind: K.ordered, at: delivery?.created ?? 0, meta: `{${code},${content}}` };
      case "pickContent":
        return { kind: K.contentPicked, at: delivery?.picked ?? 0, meta: `{${code},${content}}` };
      case "missContent":
        return {
          kind: K.contentMissing,
          at: delivery?.picked ?? 0,
          meta: `{${code},${content}}`,
          text: pick(this.#random, reasons[step]),
        };
      case "announce":
        return { kind: K.returnAnnounced, at: back?.created ?? 0, meta: `{"delivery":${back?.code}}` };
      case "receive":
        return { kind: K.retour, at: back?.done ?? this.#someDay(life) };
      case "release":
        return { kind: K.outsourced, at: this.#someDay(life), text: pick(this.#random, reasons[step]) };
      case "report":
        return { kind: K.inconsistent, at: this.#someDay(life), text: pick(this.#random, reasons[step]) };
      case "mark":
        return { kind: K.marked, at: this.#someDay(life) };
      case "reset":
        return { kind: K.markReset, at: this.#someDay(life) };
      case "destroy":
        return { kind: K.destroyed, at: this.#someDay(life) };
      case "reactivate":
        return { kind: K.reactivated, at: this.#someDay(life) };
    }
  }

  /** The first time on the day after its creation, later on the day after it came back or some day. */
  #shelved(life: Life, made: number): number {
    if (life.at === made) return storedAt(made, this.#plan.wanted.now);
    return life.back ? later(life.at, dayOf(life.at) + 1, 500, this.#plan.wanted.now) : this.#someDay(life);
  }

  /** A working minute between the last thing that happened and yesterday, with room for what follows. */
  #someDay({ at }: Life): number {
    const { now } = this.#plan.wanted;
    const last = Math.max(dayOf(at) + 1, dayOf(now) - 1);
    const half = dayOf(at) + 1 + Math.floor((last - dayOf(at) - 1) * this.#random());
    return later(at, workDay(half), between(this.#random, 330, 900), now);
  }

  #formerPlace(): string {
    const { parts, heights } = this.#plan.rowSize;
    return placeMeta(
      pick(this.#random, this.#ids.rows),
      between(this.#random, 1, parts),
      between(this.#random, 1, heights),
    );
  }

  /** Year, destroy year and first delivery, with the entries that set them. */
  #meta(
    customer: { keepsYears: boolean; trade: { retention: number } },
    life: Life,
    made: number,
  ): { columns: string; entries: Entry[] } {
    const random = this.#random;
    if (!customer.keepsYears) return { columns: Array(7).fill(none).join("\t"), entries: [] };
    const { retention } = customer.trade;
    const thisYear = yearOf(dayOf(this.#plan.wanted.now));
    const due = life.destroyed > 0 ? yearOf(dayOf(life.destroyed)) : life.fate.state === 7 ? thisYear : 0;
    const year = due > 0 ? due - retention - 1 : yearOf(dayOf(made)) - between(random, 0, 3);
    const longest = Math.max(year + retention + 1, thisYear + (random() < 0.08 ? 0 : between(random, 1, 6)));
    const destroyYear = due > 0 ? due : longest;
    const at = made + life.contents.length + 1;
    const entries: Entry[] = [
      { kind: K.yearChanged, at, meta: `{"from":null,"to":${year}}` },
      { kind: K.destroyYearChanged, at, meta: `{"from":null,"to":${destroyYear}}` },
    ];
    const retentionStart = this.#kept(retention, year, dayText(dayOf(made)));
    if (retentionStart.entry) entries.push({ ...retentionStart.entry, at });
    if (random() >= 0.15) return { columns: `${year}\t${destroyYear}\t${none}\t${retentionStart.columns}`, entries };
    const first = dayText(dayOf(made));
    entries.push({ kind: K.firstDeliveryChanged, at, meta: `{"from":null,"to":"${first}"}` });
    return { columns: `${year}\t${destroyYear}\t${first}\t${retentionStart.columns}`, entries };
  }

  /** Class, begin, end and proposed destroy year of papers of a year, where the law has a class for such papers. */
  #kept(retention: number, year: number, made: string): { columns: string; entry?: Omit<Entry, "at"> } {
    const retentionClass = this.#ids.classes.get(retention);
    if (!retentionClass) return { columns: Array(4).fill(none).join("\t") };
    const from = made < `${year}-12-31` ? made : `${year}-12-31`;
    const end = retentionClass.endOf(from);
    const entry = { kind: K.retentionChanged, meta: `{"from":null,"to":"${end}"}`, text: retentionClass.name };
    return { columns: `${retentionClass.id}\t${from}\t${end}\t${Number(end.slice(0, 4)) + 1}`, entry };
  }

  #placeColumns({ fate, row, part, height, placed }: Life): string {
    if (!fate.holdsPlace || !row) return `0\t${none}\t${none}\t${none}\t${none}`;
    return `${row.areaId}\t${row.id}\t${part}\t${height}\t${minuteText(placed)}`;
  }

  #writeContents({ boxId, customerId, contents, fate, delivery }: Life, made: number, lines: Lines): void {
    for (const [at, text] of contents.entries()) {
      const state = at === 0 ? (fate.content ?? 0) : 0;
      if (at === 0 && delivery && fate.content !== undefined) {
        const thing = `${this.#nextContent}\t${boxId}\t${text}`;
        lines.delivery_contents += lineOf(delivery, customerId, thing, {
          picked: fate.content === 1 ? delivery.picked : 0,
          missing: fate.content === 3 ? delivery.picked : 0,
          received: 0,
        });
      }
      lines.contents += `${this.#nextContent}\t${boxId}\t${customerId}\t${state}\t${text}\t${minuteText(made + 1 + at)}\n`;
      this.#nextContent++;
    }
  }

  #writeHistory({ boxId }: Life, entries: readonly Entry[], lines: Lines): void {
    const { staff } = this.#ids;
    const maker = pick(this.#random, staff);
    for (let seq = 1; seq <= entries.length; seq++) {
      const { kind, at, meta, text } = entries[seq - 1] as Entry;
      const author = kind === K.moved || kind === K.boxPicked ? staff[at % staff.length] : maker;
      lines.history += `${boxId}\t${seq}\t${kind}\t${author}\t${meta ?? none}\t${text ?? none}\t${minuteText(at)}\n`;
    }
  }
}

function placeMeta(row: SeededRow | undefined, part: number, height: number): string {
  return `{"area":"${row?.area}","row":${row?.number},"part":${part},"height":${height}}`;
}

function boxLine({ fate, boxId, customerId }: Life, delivery: PlannedDelivery & { id: number }): string {
  const pickCount = delivery.kind === 0 && fate.steps.includes("pick") ? delivery.picked : 0;
  return lineOf(delivery, customerId, String(boxId), {
    picked: pickCount,
    missing: 0,
    received: delivery.kind === 1 && delivery.ending === "done" ? delivery.done : 0,
  });
}

function lineOf(
  delivery: PlannedDelivery & { id: number },
  customerId: number,
  thing: string,
  times: { picked: number; missing: number; received: number },
): string {
  const at = (time: number) => (time > 0 ? minuteText(time) : none);
  const open = delivery.ending === "open" ? "t" : "f";
  return `${delivery.id}\t${customerId}\t${thing}\t${open}\t${at(times.picked)}\t${at(times.missing)}\t${at(times.received)}\t${none}\n`;
}
