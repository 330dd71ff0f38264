import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { ShelfPlace } from "#rules/stock/positions.ts";
import { showBoxes, showContents, showCount } from "#rules/amounts.ts";
import { customerHeading } from "#server/documents/paper/customer-head.ts";
import { Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table } from "#server/documents/paper/table.ts";

export interface CollectListData {
  /**
   * In walking order (product 3), one entry per box and delivery; what has no place comes last. `contents` are the texts
   * of those ordered by themselves, empty where the whole box is ordered.
   */
  readonly lines: readonly {
    readonly place: ShelfPlace | null;
    readonly code: string;
    readonly customer: { readonly code: number; readonly name: string };
    readonly delivery: number;
    readonly contents: readonly string[];
  }[];
}

/** Draws the list of what has to be taken from the shelves, in the order of the walk (product 9). Each thing says which one of its delivery it is. */
export function collectList({ lines }: CollectListData, printing: Printing): Buffer {
  const wholeBoxes = lines.filter(({ contents }) => contents.length === 0).length;
  const contents = lines.reduce((sum, line) => sum + line.contents.length, 0);
  const subtitle = `${showBoxes(wholeBoxes)}, ${showContents(contents)}`;
  const paper = new Paper(printing, { title: "Sammelliste", subtitle, landscape: true });
  if (lines.length === 0) paper.empty();
  else drawLines(paper, lines);
  return paper.finish();
}

function drawLines(paper: Paper, lines: CollectListData["lines"]): void {
  const table = new Table(paper, {
    tick: { title: "", width: 7, tick: true },
    part: { title: "Teil", width: 11, align: "right", weight: "bold" },
    height: { title: "Höhe", width: 12, align: "right", weight: "bold" },
    code: { title: "Box", width: 26, weight: "bold" },
    content: { title: "Inhalt", width: "rest", hanging: true },
    customer: { title: "Kunde", width: 68 },
    delivery: { title: "Lieferung", width: 17 },
    number: { title: "Nr.", width: 22 },
  });
  const numberOf = counter(lines);
  let row = "";
  for (const line of lines) {
    const { place } = line;
    const here = place ? `${place.area}, Reihe ${place.row}` : "Ohne Platz";
    if (here !== row) table.section(here);
    row = here;
    const code = showBoxCode(line.code);
    const [first = "ganze Box", ...others] = line.contents;
    const head = {
      part: place ? String(place.part) : "",
      height: place ? String(place.height) : "",
      code,
      content: first,
      customer: customerHeading(line.customer),
      delivery: showDeliveryCode(line.delivery),
      number: numberOf(line.delivery),
    };
    const { part, height, delivery } = head;
    const again = { part, height, code: `${code} (Fortsetzung)`, delivery };
    const more = others.map((content) => ({ content, number: numberOf(line.delivery) }));
    table.group([head, ...more], { again });
  }
}

/** Counts the things of each delivery along the walk: `2 von 7`. */
function counter(lines: CollectListData["lines"]): (delivery: number) => string {
  const totals = new Map<number, number>();
  const countByCode = new Map<number, number>();
  for (const { delivery, contents } of lines)
    totals.set(delivery, (totals.get(delivery) ?? 0) + Math.max(1, contents.length));
  return (delivery) => {
    const number = (countByCode.get(delivery) ?? 0) + 1;
    countByCode.set(delivery, number);
    return `${showCount(number)} von ${showCount(totals.get(delivery) ?? number)}`;
  };
}
