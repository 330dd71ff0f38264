import { boxCode } from "#rules/stock/box-code.ts";
import type { KindName } from "#server/takeover/old-system/kinds.ts";
import { readObjects } from "#server/takeover/plan/gather-facts.ts";
import { oldId, type OldObject, referenceIn } from "#server/takeover/plan/old-values.ts";
import type { CheckedPlan } from "#server/takeover/plan/plan.ts";
import type { PlannedRows } from "#server/takeover/plan/planned-rows.ts";
import { comparedCounters, comparedFields } from "./compared-fields.ts";
import { type FlatAnswer, flatAnswer } from "./flat-answer.ts";
import { plannedBox, StockSums, fetchedBox } from "./stock-sums.ts";

/** A thing as the folder has it and as it was planned; `planned` is null where it is left out. */
export interface FetchedAndPlanned {
  readonly fetched: FlatAnswer;
  readonly planned: FlatAnswer | null;
}

const put = <V>(map: Map<number, V[]>, key: number, value: V): void =>
  void map.set(key, [...(map.get(key) ?? []), value]);

async function* oneByOne<T>(things: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* things;
}

/** A plan as answers: what the folder has, and what the new system has to answer by every rule and answer. */
export class PlanAnswers {
  readonly plan: CheckedPlan;
  readonly #codes = new Map<number, number>();
  readonly #users = new Map<number, number[]>();
  readonly #options = new Map<number, PlannedRows["options"][]>();
  readonly #rows = new Map<number, PlannedRows["rows"][]>();
  readonly #fetched = new StockSums();
  readonly #planned = new StockSums();

  private constructor(plan: CheckedPlan) {
    this.plan = plan;
  }

  /** Walks through the folder for what one thing says of others: ids, codes and counts. */
  static async of(plan: CheckedPlan): Promise<PlanAnswers> {
    const answers = new PlanAnswers(plan);
    await answers.#gather();
    return answers;
  }

  async #gather(): Promise<void> {
    const { plan } = this;
    for await (const { id, code } of plan.rowsOf("customers")) this.#codes.set(id, code);
    for await (const { id, customers } of plan.rowsOf("users"))
      for (const customer of customers) put(this.#users, customer, id);
    for await (const option of plan.rowsOf("options")) put(this.#options, option.customer, option);
    for await (const row of plan.rowsOf("rows")) {
      put(this.#rows, row.area, row);
      this.#planned.addRow(row.id, row.area);
    }
    for await (const row of readObjects(plan.folder, "rows"))
      this.#fetched.addRow(oldId(row), referenceIn(row["area"]));
    for await (const box of plan.rowsOf("boxes")) this.#planned.addBox(plannedBox(box));
    for await (const box of readObjects(plan.folder, "boxes")) this.#fetched.addBox(fetchedBox(box));
  }

  /** The counters of the overview. */
  overview(): FetchedAndPlanned {
    const flat = (sums: StockSums) => flatAnswer(comparedCounters, sums.overview());
    return { fetched: flat(this.#fetched), planned: flat(this.#planned) };
  }

  /** The things of a kind, one after the other, by ascending id. */
  async *things(kind: KindName): AsyncGenerator<{ readonly id: number } & FetchedAndPlanned> {
    const fields = comparedFields[kind];
    const rows = oneByOne(this.plan.rowsOf(kind));
    let next = await rows.next();
    for await (const old of readObjects(this.plan.folder, kind)) {
      const id = oldId(old);
      const row = next.done === true || next.value.id !== id ? null : next.value;
      if (row !== null) next = await rows.next();
      yield {
        id,
        fetched: flatAnswer(fields, { ...old, ...this.#fetched.of(kind, id) }),
        planned: row && flatAnswer(fields, { ...this.#answer(kind, row), ...this.#planned.of(kind, id) }),
      };
    }
  }

  /** A planned row as an answer of the new system. */
  #answer(kind: KindName, row: PlannedRows[KindName]): OldObject {
    if (kind === "boxes") return this.#box(row as PlannedRows["boxes"]);
    if (kind === "customers") {
      const deliveryoptions = this.#options.get(row.id) ?? [];
      const users = this.#users.get(row.id) ?? [];
      return { ...row, users, deliveryoptions, count_deliveryoptions: deliveryoptions.length };
    }
    if (kind === "areas") return { ...row, rows: this.#rows.get(row.id) ?? [] };
    if (kind === "deliveries") return { ...row, boxcontents: (row as PlannedRows["deliveries"]).contents };
    return { ...row };
  }

  #box({ customer, number, meta_first_delivery, contents, images, history, ...box }: PlannedRows["boxes"]): OldObject {
    return {
      ...box,
      owner: customer,
      code: boxCode(this.#codes.get(customer) ?? 0, number),
      meta_first_delivery_customer: meta_first_delivery,
      content: contents,
      images,
      history: history.map(({ name, ...entry }) => ({ ...entry, user: name })),
    };
  }
}
