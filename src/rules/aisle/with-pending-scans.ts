import { BoxState } from "#rules/stock/box-state.ts";
import { isInbound } from "#rules/deliveries/delivery-state.ts";
import type { LineProgress } from "#rules/destruction/batch-state.ts";
import type { Data, KnownBatch, KnownBox, KnownDelivery, KnownLine, LineState, RowSpot } from "./stock-data.ts";
import type { Operation } from "./operation.ts";

/** Layer of the changes that operations make to the archive. */
class Layer {
  readonly boxes = new Map<string, KnownBox>();
  readonly lines = new Map<string, LineState>();
  readonly closed = new Set<number>();
  /** By box: it is to be destroyed by one batch at most. */
  readonly doomed = new Map<string, LineProgress>();
  readonly #data: Data;
  constructor(data: Data) {
    this.#data = data;
  }

  box(code: string): KnownBox | undefined {
    return this.boxes.get(code) ?? this.#data.box(code);
  }

  put(code: string, state: BoxState | null, place: RowSpot | null) {
    const box = this.box(code) ?? {
      code,
      state: BoxState.created,
      version: undefined,
      owner: Number(code.slice(0, 4)),
    };
    this.boxes.set(code, { ...box, state: state ?? box.state, place });
  }

  add(operation: Operation) {
    switch (operation.kind) {
      case "store":
        return this.store(operation);
      case "swap":
        return this.swap(operation.code, operation.with);
      case "create":
        return this.put(operation.code, BoxState.created, null);
      case "release":
        return this.put(operation.code, BoxState.notInStock, null);
      case "pick":
        if (operation.code !== undefined) this.put(operation.code, null, null);
        return this.mark(operation, "done");
      case "missing":
        if (operation.code !== undefined) this.put(operation.code, BoxState.inconsistent, null);
        return this.mark(operation, "missing");
      case "receive":
        return this.receive(operation);
      case "load":
        return this.mark(operation, "loaded");
      case "unload":
        return this.mark(operation, operation.fate === "back" ? "left" : "delivered");
      case "stage":
        return void this.doomed.set(operation.code, "staged");
      case "shred":
        this.doomed.set(operation.code, "destroyed");
        return this.put(operation.code, BoxState.destroyed, null);
      case "handover":
        return void this.closed.add(operation.delivery);
      case "move_row":
      case "count":
      case "undo":
    }
  }

  store({ code, row, part, height }: Extract<Operation, { kind: "store" }>) {
    const state = this.box(code)?.state;
    const stays = state === BoxState.ordered || state === BoxState.marked;
    this.put(code, stays ? state : BoxState.inStock, { row, part, height });
  }

  swap(one: string, other: string) {
    const [here, there] = [this.box(one)?.place ?? null, this.box(other)?.place ?? null];
    this.put(one, null, there);
    this.put(other, null, here);
  }

  receive({ code, content }: Extract<Operation, { kind: "receive" }>) {
    if (code !== undefined) this.put(code, BoxState.retour, null);
    for (const { id, kind } of this.#data.deliveries())
      if (isInbound(kind)) this.mark({ delivery: id, code, content }, "done");
  }

  mark(
    {
      delivery,
      code,
      content,
    }: { delivery?: number | undefined; code?: string | undefined; content?: number | undefined },
    state: LineState,
  ) {
    if (delivery !== undefined) this.lines.set(keyOf(delivery, code ?? "", content), state);
  }

  delivery(one: KnownDelivery): KnownDelivery {
    const state = (line: KnownLine) => this.lines.get(keyOf(one.id, line.code, line.content?.id)) ?? line.state;
    return { ...one, lines: one.lines.map((line) => ({ ...line, state: state(line) })) };
  }

  batch(one: KnownBatch): KnownBatch {
    return { ...one, lines: one.lines.map((line) => ({ ...line, state: this.doomed.get(line.code) ?? line.state })) };
  }
}

const keyOf = (delivery: number, code: string, content: number | undefined) => `${delivery}-${content ?? code}`;

/**
 * Returns the device's data, with the operations laid over it that its pack does not hold yet. They are the waiting operations of this device, and
 * those done since. Refused and undone operations are not among them.
 */
export function withPendingScans(data: Data, operations: readonly Operation[]): Data {
  const undoneIds = new Set(operations.flatMap((operation) => (operation.kind === "undo" ? operation.of : [])));
  const layer = new Layer(data);
  for (const operation of operations) if (!undoneIds.has(operation.id)) layer.add(operation);
  const boxes = [...layer.boxes.values()];
  return {
    ...data,
    box: (code) => layer.box(code),
    boxesIn: (row) => [
      ...data.boxesIn(row).filter(({ code }) => !layer.boxes.has(code)),
      ...boxes.filter(({ place }) => place?.row === row),
    ],
    deliveries: () => data.deliveries().flatMap((one) => (layer.closed.has(one.id) ? [] : layer.delivery(one))),
    batches: () => data.batches().map((one) => layer.batch(one)),
  };
}
