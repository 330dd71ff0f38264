import { parseRowScan } from "#rules/stock/positions.ts";
import { maxHeights, maxParts, maxRowNumber, nameLength } from "#contract/limits.ts";
import { claim } from "./facts.ts";
import { areaThing, rowThing } from "./old-things.ts";
import { flagIn, oldId, type OldObject, referenceIn, oldText, wholeIn } from "./old-values.ts";
import type { PlannedRows } from "./planned-rows.ts";
import { planMoment, type Planning, planSign, planText } from "./plan-fields.ts";

/** An area as it comes along; null where it waits for an answer. */
export function planArea(planning: Planning, old: OldObject): PlannedRows["areas"] | null {
  const { ledger, facts } = planning;
  const thing = areaThing(old);
  const id = oldId(old);
  ledger.begin();
  let name = planText(planning, thing, ["name", old["name"]], nameLength, true).normalize("NFC").trim();
  if (claim(facts.areaNames, name, id) !== id) {
    const refuses = (other: string) =>
      (facts.areaNames.get(other) ?? id) === id ? null : "So heißt schon ein anderer Bereich.";
    const said = `So heißt auch der Bereich unter /stock/areas/${facts.areaNames.get(name)}.`;
    name = ledger.ask("area-name-twice", thing, said, { refuses }) ?? name;
    claim(facts.areaNames, name, id);
  }
  const created = planMoment(planning, thing, ["created", old["created"]]);
  facts.areas.set(id, name);
  return ledger.waits ? null : { id, name, created };
}

/** A row as it comes along, with the sign that was read of it; null where it waits for an answer, or is left out. */
export function planRow(planning: Planning, old: OldObject): PlannedRows["rows"] | null {
  const { ledger, facts } = planning;
  const thing = rowThing(old);
  const id = oldId(old);
  ledger.begin();
  const area = referenceIn(old["area"]);
  if (area === null || !facts.areas.has(area)) {
    ledger.ask(
      "row-without-area",
      thing,
      area === null ? "Die Reihe nennt keinen Bereich." : `Den Bereich unter /stock/areas/${area} gibt es nicht.`,
    );
    return null;
  }
  const number = planRowNumber(planning, old, area);
  const created = planMoment(planning, thing, ["created", old["created"]]);
  const known = facts.rows.get(id) ?? { area, parts: 1, heights: 1 };
  facts.rows.set(id, known);
  const sign = planSign(planning, thing, facts.signs.get(id), (text) => {
    const row = parseRowScan(text);
    return row === null ? facts.rowsOfSigns.get(text) === id : row === id;
  });
  if (ledger.waits) return null;
  const size = { parts: Math.min(known.parts, maxParts), heights: Math.min(known.heights, maxHeights) };
  return { id, area, number, reverse: flagIn(old["reverse"]), ...size, created, sign };
}

function planRowNumber({ ledger, facts }: Planning, old: OldObject, area: number): number {
  const thing = rowThing(old);
  const id = oldId(old);
  const key = (number: number | string) => `${area}/${number}`;
  const number = wholeIn(old["number"]);
  const refuses = (other: string) =>
    (facts.rowNumbers.get(key(other)) ?? id) === id ? null : "Diese Nummer hat in dem Bereich schon eine andere Reihe.";
  const isNumber = number !== null && number >= 1 && number <= maxRowNumber;
  if (isNumber && claim(facts.rowNumbers, key(number), id) === id) return number;
  const answer = isNumber
    ? ledger.ask(
        "row-number-twice",
        thing,
        `Die Nummer hat auch die Reihe unter /stock/rows/${facts.rowNumbers.get(key(number))}.`,
        { refuses },
      )
    : ledger.ask("row-number-unreadable", thing, `Die Nummer ist «${oldText(old["number"])}».`, { refuses });
  if (answer !== null) claim(facts.rowNumbers, key(answer), id);
  return Number(answer);
}
