import { showBoxCode, showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import { type CommonTap, firstState, type FlowState, type Say, type FlowStep, type Turn } from "./flow.ts";
import { general } from "./general.ts";
import { ask, respond } from "./steps.ts";

/** Flow I: labels that were printed before become boxes. */
export type CreateState = FlowState<CommonTap>;

export const beginCreate = (isOnline: boolean): CreateState => firstState(isOnline);

/** Only with a network: numbers that two people give at once would collide. */
export const createBoxesFlow = general<CreateState, never>({
  begin: beginCreate,
  read: (turn, read) => {
    const { state } = turn;
    if (read.kind === "box") return atLabel(turn, read.code);
    return respond(state, { signal: "look", title: "Keine Box", text: "Bitte ein Boxetikett scannen." });
  },
  answer: ({ state }, result, entry) =>
    result.status === "done"
      ? respond(state, {
          signal: "done",
          title: "Angelegt",
          text: "Die Box kann eingelagert werden.",
          code: entry.code,
        })
      : null,
});

function atLabel(turn: Turn<CreateState>, code: string): FlowStep<CreateState> {
  const { state, data } = turn;
  const box = data.box(code);
  if (box)
    return respond(state, {
      signal: "look",
      title: "Gibt es schon",
      text: `Sie ist ${boxStateText[box.state]}.`,
      code,
    });
  const number = Number(code.slice(0, 4));
  const customer = data.customer(number);
  if (!customer) {
    const text = `Einen Kunden ${showCustomerCode(number)} gibt es nicht.`;
    return respond(state, { signal: "stop", title: "Fremdes Etikett", text, code });
  }
  if (!state.isOnline)
    return respond(state, { signal: "look", title: "Nur mit Netz", text: "Boxen werden nur mit Netz angelegt.", code });
  const say: Say = { signal: "look", title: "Wird angelegt …", text: showCustomer(customer), code };
  const yes: CommonTap = { do: "commit", ops: [{ kind: "create", customer: number, code }], settles: [], say };
  return ask<CommonTap, CreateState>(turn, {
    signal: "look",
    title: "Neue Box?",
    text: `Box ${showBoxCode(code)} für ${customer.name} anlegen?`,
    code,
    choices: [
      { label: "Anlegen", what: yes, needsNetwork: true },
      { label: "Nicht anlegen", what: { do: "leave" } },
    ],
    yes,
  });
}
