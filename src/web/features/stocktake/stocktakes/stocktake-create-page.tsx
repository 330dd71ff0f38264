import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { createStocktake } from "#contract/calls/stocktake/stocktakes.ts";
import { text } from "#contract/fields/texts.ts";
import { maxStocktakeRows, nameLength } from "#contract/limits.ts";
import { showCount } from "#rules/amounts.ts";
import { countAgeOf } from "#rules/stocktake/coverage.ts";
import { call } from "#web/api/call.ts";
import { LastCounted } from "#web/shelves/last-counted.tsx";
import { CreatePage } from "#web/forms/create-page.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { RowChoice } from "#web/lists/row-choice.tsx";
import { type AreaRows, useRowsByArea } from "#web/lists/rows-by-area.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";

const rules = z.object({
  name: text(nameLength),
  blind: z.boolean(),
  rows: z
    .array(z.number())
    .check(
      z.minLength(1, "Bitte wählen Sie mindestens eine Reihe."),
      z.maxLength(maxStocktakeRows, `Höchstens ${showCount(maxStocktakeRows)} Reihen in einer Inventur.`),
    ),
});
const route = getRouteApi("/services/stocktakes/new");

/** Asks which rows are counted, and whether those who count see what should stand there. */
export default function StocktakeCreatePage() {
  const navigate = useNavigate();
  const { row } = route.useSearch();
  const form = useSend({
    rules,
    start: { defaultValues: { name: "", blind: false, rows: row === undefined ? [] : [row] } },
    send: (body, once) => call(createStocktake, { body, once }),
    route: createStocktake,
    done: "Inventur angelegt",
    onSent: ({ id }) => navigate({ ...paths.stocktake(id), ignoreBlocker: true }),
    focus: "name",
    loss: "Die Inventur wird nicht angelegt.",
  });
  // the same question as that of the rows below: what comes between them would push the buttons down
  if (useRowsByArea().isPending) return <Loading />;
  return (
    <CreatePage
      of={form}
      title="Inventur anlegen"
      list={paths.stocktakes()}
      listName="Inventuren"
      className="max-w-4xl"
    >
      <FormField of={form} name="name" label="Name" hint="zum Beispiel Halle 1, Herbst" className="max-w-md" />
      <Checkbox
        label="Blind zählen"
        hint="Wer zählt, erfährt nicht, was in einer Reihe stehen soll, bis sie zu Ende gezählt ist."
        {...form.register("blind")}
      />
      <Controller
        name="rows"
        control={form.control}
        render={({ field }) => (
          <Rows chosen={field.value} error={form.errors.rows?.message} onChange={field.onChange} />
        )}
      />
    </CreatePage>
  );
}

type RowsProps = {
  chosen: readonly number[];
  error: string | undefined;
  onChange: (rows: number[]) => void;
};

/** The rows by area, each with the day on which it was counted last. */
function Rows({ chosen, error: wrong, onChange }: RowsProps) {
  const { data: areas, error, isFetching, refetch } = useRowsByArea();
  const [now] = useState(() => new Date());
  const longest = longestAgo(areas ?? [], now);
  const change = (rows: readonly number[], isChosen: boolean) =>
    onChange(isChosen ? [...new Set([...chosen, ...rows])] : chosen.filter((id) => !rows.includes(id)));
  return (
    <section aria-label="Reihen">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-32 font-semibold tabular-nums">
          {chosen.length === 1 ? "1 Reihe" : `${showCount(chosen.length)} Reihen`}
        </p>
        <Button
          disabledReason={longest.length === 0 && "Alle Reihen wurden im letzten Jahr gezählt."}
          onClick={() => onChange([...longest])}
        >
          Nie oder vor über einem Jahr gezählt ({showCount(longest.length)})
        </Button>
        {wrong && (
          <span role="alert" className="text-danger">
            {wrong}
          </span>
        )}
      </div>
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {areas?.length === 0 && <EmptyState reason="Es sind noch keine Reihen angelegt." />}
      <div className="rounded-md border border-line bg-surface">
        {areas?.map((area) => (
          <RowChoice
            key={area.id}
            area={area}
            chosen={new Set(chosen)}
            note={({ last_verified }) => (
              <span className="text-muted">
                <LastCounted last={last_verified} label="zuletzt gezählt" />
              </span>
            )}
            onChange={change}
          />
        ))}
      </div>
    </section>
  );
}

const longestAgo = (areas: readonly AreaRows[], now: Date) =>
  areas
    .flatMap(({ rows }) => rows)
    .filter(({ last_verified }) => ["never", "years"].includes(countAgeOf(last_verified, now)))
    .map(({ id }) => id);
