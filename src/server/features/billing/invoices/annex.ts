import { countryLine, homeCountry } from "#rules/addresses/countries.ts";
import { addDays } from "#rules/dates.ts";
import { boxMoves, storedByDay } from "#server/database/billing/stored-amounts.ts";
import { maxSheetRows } from "#rules/lists/sheet-limit.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { refuseMoreThan } from "#server/exports/answer-sheet.ts";
import { issuedFile, pageOfServices } from "./queries.ts";

/** What the annex of an invoice says: the moves of its time as far as it is over, and the services and trips that it took. @throws 404, and a 400 without the right */
export async function movementsOf(db: Reader, scope: Scope, id: number) {
  const { number, customer_id, customer: code, snapshot } = await issuedFile(db, scope, id);
  const { period_from: from, period_to, buyer } = snapshot;
  const span = { from, to: addDays(period_to, 1) };
  const moves = await boxMoves(db, scope, span, customer_id); // one after the other: a document holds one connection
  const stored = await storedByDay(db, scope, span, customer_id);
  const byDay = Map.groupBy(moves, ({ day }) => day);
  const days = stored.flatMap(({ day, mm, boxes }) => {
    const ofDay = byDay.get(day);
    return ofDay ? [{ day, mm, boxes, moves: ofDay }] : [];
  });
  const [first] = stored;
  const onFirst = byDay.get(from) ?? [];
  const before = {
    mm: (first?.mm ?? 0) - onFirst.reduce((sum, { mm }) => sum + mm, 0),
    boxes: (first?.boxes ?? 0) - onFirst.reduce((sum, { step }) => sum + step, 0),
  };
  const { name, street, postcode, city, country = homeCountry } = buyer;
  const address = [name, street, `${postcode} ${city}`, countryLine(country)].filter((line) => line.trim() !== "");
  const { count, results: services } = await pageOfServices(db, scope, id, { limit: maxSheetRows });
  refuseMoreThan(count);
  return { customer: { code, name: buyer.name, address }, number, from, to: period_to, before, days, services };
}
