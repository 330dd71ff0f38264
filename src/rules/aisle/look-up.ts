import { boxStateText, mayBe } from "#rules/stock/box-state.ts";
import { foreignCode } from "#rules/scanning/foreign-code.ts";
import { showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import { type CommonTap, firstState, type FlowState, type ParsedScan, type FlowStep, type Turn } from "./flow.ts";
import { general } from "./general.ts";
import { type Data, type KnownBox, shelfPlaceOf } from "./stock-data.ts";
import { absence, rowHere } from "#rules/aisle/halls/elsewhere.ts";
import { respond } from "./steps.ts";

/** Flow A: what is this? */
export interface LookUpState extends FlowState<CommonTap> {
  readonly found:
    | { readonly kind: "box"; readonly code: string }
    | { readonly kind: "row"; readonly row: number }
    | null;
}

export const beginLookUp = (isOnline: boolean): LookUpState => ({ ...firstState(isOnline), found: null });

/** Changes nothing in the archive, whatever is scanned. */
export const lookUp = general<LookUpState, never>({ begin: beginLookUp, read });

function read({ state, data }: Turn<LookUpState>, found: ParsedScan): FlowStep<LookUpState> {
  if (found.kind === "row") return sayRow(state, found.row, data);
  if (found.kind === "box") return sayBox(state, found.code, data);
  const title = "Unbekannter Code";
  return respond({ ...state, found: null }, { signal: "look", title, text: foreignCode(found.text), code: found.text });
}

function sayRow(state: LookUpState, id: number, data: Data): FlowStep<LookUpState> {
  const row = rowHere(data, id);
  if ("signal" in row) return respond({ ...state, found: null }, row);
  const boxCount = data.boxesIn(id).length;
  const text = `${boxCount} von ${row.parts * row.heights} Plätzen belegt`;
  return respond(
    { ...state, found: { kind: "row", row: id } },
    { signal: "done", title: `${row.area.name}, Reihe ${row.number}`, text },
  );
}

function sayBox(state: LookUpState, code: string, data: Data): FlowStep<LookUpState> {
  const box = data.box(code);
  if (!box) {
    const { title, text, hint } = absence(data, code);
    return respond({ ...state, found: null }, { signal: "look", title, text: text + hint, code });
  }
  const place = shelfPlaceOf(data, box.place);
  return respond(
    { ...state, found: { kind: "box", code } },
    {
      signal: "done",
      title: boxStateText[box.state],
      text: ownerText(box, data),
      code,
      ...(place && { plate: place }),
    },
  );
}

/** The owner of a box, in words. */
function ownerText({ owner }: KnownBox, data: Data): string {
  const customer = data.customer(owner);
  return customer ? showCustomer(customer) : `Kunde ${showCustomerCode(owner)}`;
}

/** Returns the flows that can come next for a box that was looked up, two at most, by its state. */
export function nextFlows({ state }: KnownBox): readonly ("move" | "store" | "receive")[] {
  if (mayBe("move", state)) return ["move"];
  if (state === 2) return ["receive", "store"];
  return mayBe("store", state) ? ["store"] : [];
}
