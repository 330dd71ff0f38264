import type { OldArchive, OldBox, OldDelivery } from "./archive.ts";

/** Ways in which an old system writes its answers. */
export interface Manners {
  /** Lists come in pages, or whole as arrays. */
  readonly pages: boolean;
  /** Entries of a page, at most. */
  readonly mostEntries: number;
  /** Numbers are written as text. */
  readonly texts: boolean;
  readonly zone: "Z" | "+02:00";
  /** Where pictures lie. */
  readonly images: "http" | "path" | "elsewhere";
  /** Excess of a page's count beyond the truth. */
  readonly overcount: number;
  /** `query={id,name}` selects fields. */
  readonly selects: boolean;
  /** Sorted lists are in the order of bytes, and not of letters. */
  readonly letters?: "bytes";
  /** Fields of an answer by its kind are left out or added. */
  readonly reshape?: (kind: string, object: Record<string, unknown>) => Record<string, unknown>;
}

const moment = /^\d{4}-\d{2}-\d{2}T[\d:]+Z$/;

/** The same moment as a clock two hours to the east shows it. */
const eastward = (at: string) => `${new Date(Date.parse(at) + 7_200_000).toISOString().slice(0, 19)}+02:00`;

/** The same as these manners write it. */
export function written(value: unknown, manners: Manners): unknown {
  if (typeof value === "number" && manners.texts) return String(value);
  if (typeof value === "string" && manners.zone !== "Z" && moment.test(value)) return eastward(value);
  if (Array.isArray(value)) return value.map((each) => written(each, manners));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(each, manners)]));
}

/** Answers of each kind, in lists and as details. */
export class Answers {
  readonly #archive: OldArchive;
  readonly #manners: Manners;
  readonly #origin: string;

  constructor(archive: OldArchive, manners: Manners, origin: string) {
    [this.#archive, this.#manners, this.#origin] = [archive, manners, origin];
  }

  /** Objects of a kind as its list has them; null of an unknown kind. */
  list(kind: string): Record<string, unknown>[] | null {
    const { areas, rows, customers, users, boxes, deliveries } = this.#archive;
    if (kind === "areas") return areas.map((area) => this.#area(area.id));
    if (kind === "rows") return rows.map(({ id }) => this.#row(id));
    if (kind === "customers") return customers.map(({ id }) => this.#customer(id));
    if (kind === "users") return users.map((user) => ({ ...user }));
    if (kind === "boxes") return boxes.map((box) => this.#listed(box));
    if (kind !== "deliveries") return null;
    return deliveries.map(({ boxes: lines, boxcontents, ...delivery }) => ({
      ...delivery,
      customer: this.#named(delivery.customer),
      boxes: lines.length,
      boxcontents: boxcontents.length,
    }));
  }

  /** One object with all its details; null where there is none. */
  detail(kind: string, id: number): Record<string, unknown> | null {
    const { areas, rows, customers, users, boxes, deliveries } = this.#archive;
    const has = (things: readonly { id: number }[]) => things.some((thing) => thing.id === id);
    if (kind === "areas" && has(areas)) return { ...this.#area(id), rows: rows.filter(({ area }) => area === id) };
    if (kind === "rows" && has(rows))
      return {
        ...this.#row(id),
        qrcode: { id, image: this.#image(`codes/row-${id}.png`), created: "2019-03-04T08:15:00Z" },
      };
    if (kind === "customers" && has(customers)) return this.#customer(id);
    if (kind === "users") return (users.find((user) => user.id === id) as Record<string, unknown> | undefined) ?? null;
    const box = kind === "boxes" ? boxes.find((each) => each.id === id) : undefined;
    if (box) return this.#box(box);
    const delivery = kind === "deliveries" ? deliveries.find((each) => each.id === id) : undefined;
    return delivery ? this.#delivery(delivery) : null;
  }

  overview(): Record<string, number> {
    const { boxes } = this.#archive;
    const inState = (state: number) => boxes.filter((box) => box.state === state).length;
    return {
      boxcontents_count: boxes.reduce((sum, { content }) => sum + content.length, 0),
      boxes_created_count: inState(0),
      boxes_destroyed_count: inState(6),
      boxes_in_stock_count: inState(1),
      boxes_inconsistent_count: inState(3),
      boxes_not_in_stock_count: inState(2),
      boxes_ordered_count: inState(4),
      boxes_retour_count: inState(5),
    };
  }

  #image(file: string): string {
    const path = `/media/${file}`;
    if (this.#manners.images === "path") return path;
    return this.#manners.images === "http" ? this.#origin + path : `https://bilder.example${path}`;
  }

  #area(id: number): Record<string, unknown> {
    const area = this.#archive.areas.find((each) => each.id === id);
    const rows = this.#archive.rows.filter((row) => row.area === id).map((row) => row.id);
    const boxes = this.#archive.boxes.filter(({ position }) => rows.includes(position?.row ?? 0));
    return { ...area, rows_count: rows.length, boxes_count: boxes.length };
  }

  #row(id: number | null): Record<string, unknown> {
    const row = this.#archive.rows.find((each) => each.id === id);
    const { boxes, areas } = this.#archive;
    const positions_count = boxes.filter(({ position }) => position?.row === id).length;
    return { ...row, area: areas.find((area) => area.id === row?.area), positions_count };
  }

  #named(id: number) {
    const customer = this.#archive.customers.find((each) => each.id === id);
    return { id, code: customer?.code, name: customer?.name };
  }

  #customer(id: number): Record<string, unknown> {
    const customer = this.#archive.customers.find((each) => each.id === id);
    const boxes = this.#archive.boxes.filter(({ owner }) => owner === id);
    const deliveryoptions = this.#archive.options.filter((option) => option.customer === id);
    const sum = (count: (box: OldBox) => number) => boxes.reduce((total, box) => total + count(box), 0);
    return {
      ...customer,
      deliveryoptions,
      count_boxes: boxes.length,
      count_meters: sum(({ size }) => size) / 1000,
      count_boximages: sum(({ images }) => images.length),
      count_boxcontents: sum(({ content }) => content.length),
      count_deliveryoptions: deliveryoptions.length,
    };
  }

  #listed({
    id,
    code,
    created,
    state,
    owner,
    position,
    size,
    content,
    images,
    ...box
  }: OldBox): Record<string, unknown> {
    const { destroyed, meta_year, meta_destroy_year } = box;
    const row = position && (position.row === 777 ? null : this.#row(position.row));
    const counts = { content: content.length, images: images.length };
    return {
      id,
      code,
      created,
      state,
      owner: this.#named(owner),
      position: position && { ...position, row },
      size,
      destroyed,
      meta_year,
      meta_destroy_year,
      ...counts,
    };
  }

  #box(box: OldBox): Record<string, unknown> {
    const name = (id: number | null) => {
      const user = this.#archive.users.find((each) => each.id === id);
      return user ? { first_name: user.first_name, last_name: user.last_name } : null;
    };
    return {
      ...this.#listed(box),
      meta_first_delivery_customer: box.meta_first_delivery_customer,
      barcode: { id: box.id, image: this.#image(`codes/box-${box.id}.png`) },
      images: box.images.map(({ file, ...image }) => ({ ...image, image: this.#image(file) })),
      content: box.content.map((content) => ({ ...content, box: box.id })),
      history: box.history.map(({ author, ...entry }) => ({ ...entry, user: author ?? name(entry.user) })),
    };
  }

  #delivery(delivery: OldDelivery): Record<string, unknown> {
    const boxOf = (id: number) => this.#archive.boxes.find((box) => box.id === id);
    const contents = this.#archive.boxes.flatMap(({ content }) => content);
    return {
      ...delivery,
      customer: this.#named(delivery.customer),
      boxes: delivery.boxes.map((id) => ({ id, code: boxOf(id)?.code, state: boxOf(id)?.state })),
      boxcontents: contents.filter(({ id }) => delivery.boxcontents.includes(id)),
    };
  }
}
