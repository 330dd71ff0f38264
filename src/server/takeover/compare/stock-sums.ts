import { BoxState } from "#rules/stock/box-state.ts";
import { isObject, objectsOf, type OldObject, referenceIn, wholeIn } from "#server/takeover/plan/old-values.ts";
import type { PlannedRows } from "#server/takeover/plan/planned-rows.ts";

/** Facts of a box that are counted. */
interface CountedBox {
  readonly customer: number | null;
  readonly row: number | null;
  readonly state: number | null;
  /** In mm. */
  readonly size: number;
  readonly contents: number;
  readonly images: number;
}

/** A box as the old system answered it, and as it is planned. */
export const fetchedBox = (old: OldObject): CountedBox => ({
  customer: referenceIn(old["owner"]),
  row: isObject(old["position"]) ? referenceIn(old["position"]["row"]) : null,
  state: wholeIn(old["state"]),
  size: wholeIn(old["size"]) ?? 0,
  contents: objectsOf(old["content"]).length,
  images: objectsOf(old["images"]).length,
});
export const plannedBox = (box: PlannedRows["boxes"]): CountedBox => ({
  customer: box.customer,
  row: box.position?.row ?? null,
  state: box.state,
  size: box.size,
  contents: box.contents.length,
  images: box.images.length,
});

const counters: Readonly<Record<string, BoxState>> = {
  boxes_created_count: BoxState.created,
  boxes_destroyed_count: BoxState.destroyed,
  boxes_in_stock_count: BoxState.inStock,
  boxes_inconsistent_count: BoxState.inconsistent,
  boxes_not_in_stock_count: BoxState.notInStock,
  boxes_ordered_count: BoxState.ordered,
  boxes_retour_count: BoxState.retour,
};

const none = () => ({ boxes: 0, mm: 0, contents: 0, images: 0 });

/** Counts that the stock gives, as answers have them; of the old boxes or of the planned ones. */
export class StockSums {
  readonly #customers = new Map<number, ReturnType<typeof none>>();
  readonly #rows = new Map<number, number>();
  readonly #areas = new Map<number, { rows: number; boxes: number }>();
  readonly #areaOf = new Map<number, number>();
  readonly #states = new Map<number, number>();
  #contents = 0;

  addRow(row: number, area: number | null): void {
    if (area === null) return;
    this.#areaOf.set(row, area);
    this.#area(area).rows++;
  }

  addBox({ customer, row, state, size, contents, images }: CountedBox): void {
    this.#contents += contents;
    if (state !== null) this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
    if (row !== null) {
      this.#rows.set(row, (this.#rows.get(row) ?? 0) + 1);
      const area = this.#areaOf.get(row);
      if (area !== undefined) this.#area(area).boxes++;
    }
    if (customer === null) return;
    const sums = this.#customers.get(customer) ?? none();
    this.#customers.set(customer, sums);
    sums.boxes++;
    sums.mm += row === null ? 0 : size;
    sums.contents += contents;
    sums.images += images;
  }

  /** The counts of a thing, by the names of its fields. */
  of(kind: string, id: number): OldObject {
    if (kind === "rows") return { positions_count: this.#rows.get(id) ?? 0 };
    if (kind === "areas") return { rows_count: this.#area(id).rows, boxes_count: this.#area(id).boxes };
    if (kind !== "customers") return {};
    const { boxes, mm, contents, images } = this.#customers.get(id) ?? none();
    const counts = { count_boxes: boxes, count_boxcontents: contents, count_boximages: images };
    return { ...counts, count_meters: mm / 1000 };
  }

  /** The counters of the overview. */
  overview(): OldObject {
    const states = Object.entries(counters).map(([name, state]) => [name, this.#states.get(state) ?? 0]);
    return { boxcontents_count: this.#contents, ...Object.fromEntries(states) };
  }

  #area(id: number) {
    const area = this.#areas.get(id) ?? { rows: 0, boxes: 0 };
    this.#areas.set(id, area);
    return area;
  }
}
