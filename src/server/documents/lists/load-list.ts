import { showBoxes, showThings } from "#rules/amounts.ts";
import { type DeliveryAddress, showAddress } from "#rules/deliveries/delivery-address.ts";
import { type DeliveryKind, deliveryNoun, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { customerHeading } from "#server/documents/paper/customer-head.ts";
import { Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table } from "#server/documents/paper/table.ts";

export interface LoadListData {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly vehicle: string;
  readonly driver: string;
  /** The last stop first: what is put in first comes out last. `number` is the stop's on the way. */
  readonly stops: readonly {
    readonly number: number;
    readonly code: number;
    readonly kind: DeliveryKind;
    readonly customer: { readonly code: number; readonly name: string };
    readonly address: DeliveryAddress | null;
    readonly emptyBoxes: number;
    /** Things that are fetched there. */
    readonly takes: number;
    /** Things that are brought; `contents` are the texts of those ordered by themselves, empty where the whole box goes. */
    readonly things: readonly { readonly code: string; readonly contents: readonly string[] }[];
  }[];
}

/** Draws the list of what goes into the van, the last stop first. */
export function loadList({ day, vehicle, driver, stops }: LoadListData, printing: Printing): Buffer {
  const who = [vehicle, driver].filter((text) => text !== "").join(", ");
  const subtitle = [showWeekday(day), who, showThings(stops.length, "Halt", "Halte")].filter(Boolean).join(" · ");
  const paper = new Paper(printing, { title: "Ladeliste", subtitle });
  if (stops.length === 0) paper.empty();
  else drawStops(paper, stops);
  return paper.finish();
}

function drawStops(paper: Paper, stops: LoadListData["stops"]): void {
  const table = new Table(paper, {
    tick: { title: "", width: 7, tick: true },
    code: { title: "Box", width: 30, weight: "bold" },
    content: { title: "Inhalt", width: "rest", hanging: true },
  });
  for (const stop of stops) {
    const place = stop.address ? `, ${showAddress(stop.address)}` : "";
    const what = `${deliveryNoun[stop.kind]} ${showDeliveryCode(stop.code)}`;
    table.section(`Halt ${stop.number}: ${what}, ${customerHeading(stop.customer)}${place}`);
    for (const { code, contents } of stop.things) {
      const [first = "ganze Box", ...others] = contents;
      const more = others.map((content) => ({ content }));
      const again = { code: `${showBoxCode(code)} (Fortsetzung)` };
      table.group([{ code: showBoxCode(code), content: first }, ...more], { again });
    }
    if (stop.emptyBoxes > 0) table.group([{ content: `${showBoxes(stop.emptyBoxes)}, leer` }]);
    if (stop.takes > 0) table.group([{ content: `${showThings(stop.takes, "Stück", "Stück")} abzuholen` }]);
  }
}
