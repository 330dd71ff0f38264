import * as deliveries from "#contract/calls/deliveries/deliveries.ts";
import { showDate } from "#rules/dates.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { print } from "#server/exports/print.ts";
import { routeHandler } from "#server/http/answers.ts";
import { badInput } from "#server/http/errors.ts";
import { noteOf, notesOfDay } from "./queries.ts";

export const deliveryNoteRoutes = [
  routeHandler(deliveries.deliveryNote, async (call) => {
    const data = await noteOf(call.db.read, call.scope, call.id);
    const about = { customer: data.customer.code, object: ["delivery", call.id] as const };
    return print(call, "Lieferung.pdf", "deliveryNote", data, about);
  }),
  routeHandler(deliveries.dayNotes, async (call) => {
    const { day } = call.query;
    const notes = await notesOfDay(call.db.read, call.scope, day);
    if (notes.length === 0) throw badInput({ day: [refused.nothingPlanned(showDate(day))] });
    const about = { meta: { from: day, to: day, amount: notes.length } };
    return print(call, `Lieferscheine-${day}.pdf`, "deliveryNotes", { notes }, about);
  }),
];
