import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Check, Eye } from "lucide";
import { acceptResults, listResults } from "#contract/calls/stocktake/stocktakes.ts";
import type { resultList } from "#contract/lists/stocktakes.ts";
import type { Acceptance, StocktakeDetail } from "#contract/schemas/stocktake/stocktakes.ts";
import { showCount } from "#rules/amounts.ts";
import { showRead } from "#rules/stock/box-code.ts";
import { acceptText, type ResultClass, resultClassText } from "#rules/stocktake/results.ts";
import { StocktakeState } from "#rules/stocktake/stocktake-state.ts";
import { call } from "#web/api/call.ts";
import { queryFor, invalidate } from "#web/api/queries.ts";
import type { SearchOf } from "#web/lists/list-search.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";

type AcceptProps = {
  stocktake: StocktakeDetail;
  search: SearchOf<typeof resultList>;
};

/** Consequence for the boxes, in a sentence. */
const whatHappens: Readonly<Record<ResultClass, string>> = {
  right: "Der Platz gilt als bestätigt.",
  other_place: "Im Archiv steht danach der Platz, an dem die Box gefunden wurde.",
  other_row: "Im Archiv steht danach der Platz, an dem die Box gefunden wurde.",
  missing: "Bevor eine Box als vermisst gilt, soll jemand ein zweites Mal nach ihr sehen.",
  away: "Die Box wird zurückgenommen und dort eingelagert, wo sie gefunden wurde.",
  ordered: "Die Box bleibt angefordert; im Archiv steht danach der Platz, an dem sie gefunden wurde.",
  destroyed: "Für jeden Code entsteht ein Klärfall. Die Box bleibt vernichtet.",
  unknown: "Für jeden Code entsteht ein Klärfall.",
  twice: "Für jeden Code entsteht ein Klärfall.",
  moved: "",
};

/** Counts the open results of the class that is shown, and those among them that are looked for a second time. */
function useOpen(id: number, { class: one, row }: AcceptProps["search"]) {
  const count = (state: "open" | "look") => ({
    ...queryFor(listResults, { path: { id }, query: { class: one, row, state, limit: 1 } }),
    placeholderData: keepPreviousData,
  });
  const open = useQuery({ ...count("open"), enabled: one !== undefined });
  const looks = useQuery({ ...count("look"), enabled: one === "missing" });
  return { open: open.data?.count ?? 0, looks: looks.data?.count ?? 0 };
}

/** Accepts what is chosen by its class, of one row or of all that have ended, after a question. */
export function AcceptResults({ stocktake, search }: AcceptProps) {
  const { id, state } = stocktake;
  const { class: one, row } = search;
  const { open, looks } = useOpen(id, search);
  const accepting = useMutation({
    mutationFn: (lookedAgain: boolean) => {
      const of = { classes: one ? [one] : [], ...(row !== undefined && { row }) };
      return call(acceptResults, { path: { id }, body: { ...of, looked_again: lookedAgain } });
    },
    meta: { inPlace: true },
    onSettled: () => invalidate(acceptResults),
  });
  if (state === StocktakeState.closed || state === StocktakeState.discarded) return null;
  const isMissing = one === "missing";
  const first = isMissing ? open - looks : open;
  const label = isMissing ? "Auf die Liste zum Nachsehen" : ((one && acceptText[one]) ?? "Übernehmen");
  const why = whyNot(stocktake, search);
  const ask = async (action: string, text: string, lookedAgain: boolean) => {
    if (!one) return;
    if (await confirm({ title: `„${resultClassText[one]}“ übernehmen?`, text, action, danger: lookedAgain }))
      accepting.mutate(lookedAgain);
  };
  const button = (count: number) => ({
    pending: accepting.isPending,
    disabledReason: why ?? (count === 0 && "Davon ist alles übernommen."),
  });
  return (
    <div className="mb-3 grid gap-2">
      <div role="group" aria-label="Ergebnisse übernehmen" className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={isMissing ? Eye : Check}
          {...button(first)}
          onClick={() => one && void ask(label, `${showResults(first)} ${whatHappens[one]}`, false)}
        >
          {one && acceptText[one] ? `${label} (${showCount(first)})` : label}
        </Button>
        {isMissing && (
          <Button
            look="danger"
            {...button(looks)}
            disabledReason={why ?? (looks === 0 && "Keine davon steht auf der Liste zum Nachsehen.")}
            onClick={() => void ask("Als vermisst melden", `${showResults(looks)} ${lookedTwice}`, true)}
          >
            Nach zweitem Blick als vermisst melden ({showCount(looks)})
          </Button>
        )}
      </div>
      {why && <p className="text-muted">{why}</p>}
      {accepting.error && <ErrorState error={accepting.error} />}
      {accepting.data && <Outcome of={accepting.data} />}
    </div>
  );
}

const lookedTwice =
  "Es hat jemand ein zweites Mal gesucht und nichts gefunden. Die Boxen werden inkonsistent, und für jede entsteht ein Klärfall.";
const showResults = (count: number) => (count === 1 ? "1 Ergebnis." : `${showCount(count)} Ergebnisse.`);

/** Why the caller can accept nothing of what is shown; null where they can. */
function whyNot({ rows }: StocktakeDetail, { class: one, row }: AcceptProps["search"]): string | null {
  if (!one) return "Wählen Sie oben eine Art: Übernommen wird Art für Art.";
  if (acceptText[one] === null) return "Was bewegt wurde, braucht niemand zu übernehmen.";
  const finishedRows = rows.filter(({ id, ended, open }) => (row === undefined || row === id) && ended && open);
  return finishedRows.length > 0 && finishedRows.every(({ accept }) => accept !== null)
    ? (finishedRows[0]?.accept ?? null)
    : null;
}

/** Shows what was accepted, what stayed open, and why. */
function Outcome({ of: { accepted, second_look, left } }: { of: Acceptance }) {
  return (
    <div role="status" className="rounded-md border border-line bg-surface p-3">
      <p className="tabular-nums">
        {showCount(accepted)} übernommen
        {second_look > 0 && `, ${showCount(second_look)} auf der Liste zum Nachsehen`}
        {left.length > 0 && `, ${showCount(left.length)} noch offen`}.
      </p>
      {left.length > 0 && (
        <ul className="mt-2 max-h-72 overflow-auto tabular-nums">
          {left.map(({ row, code, message }) => (
            <li key={`${row}-${code}`}>
              <strong>{showRead(code)}</strong> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
