import { useMutation, useQuery } from "@tanstack/react-query";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { mapImport } from "#contract/calls/exchange/imports.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Section } from "#web/ui/page/section.tsx";

type AreaQuestionsProps = {
  of: number;
  names: NonNullable<ImportDetail["unknown_areas"]>;
  disabled: boolean;
  onSaid: () => void;
};

/** Asks which areas are meant by names that no area has. The answer is given once for the whole list, which is then checked again. */
export function AreaQuestions({ of, names, disabled, onSaid }: AreaQuestionsProps) {
  const areas = useQuery(queryFor(listAreas, { query: { query: "{id,name}" } })).data?.results ?? [];
  const saying = useMutation({
    mutationFn: (said: { name: string; area: number | null }[]) =>
      call(mapImport, { path: { id: of }, body: { areas: said } }),
    meta: { inPlace: true },
    onSuccess: onSaid,
  });
  const likely = names.flatMap(({ name, suggestion, area }) =>
    suggestion && area === null ? [{ name, area: suggestion.id }] : [],
  );
  const isWaiting = disabled || saying.isPending;
  return (
    <Section title="Bereiche, die es nicht gibt">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {names.map(({ name, suggestion, area }) => (
          <Field key={name} label={name} hint={suggestion && area === null && `Meinten Sie ${suggestion.name}?`}>
            <Select
              value={area ?? ""}
              empty="keiner"
              options={areas.map((one) => ({ value: one.id, label: one.name }))}
              disabled={isWaiting}
              onChange={({ currentTarget }) =>
                saying.mutate([{ name, area: currentTarget.value === "" ? null : Number(currentTarget.value) }])
              }
            />
          </Field>
        ))}
      </div>
      {likely.length > 0 && (
        <Button className="mt-3" disabled={isWaiting} onClick={() => saying.mutate(likely)}>
          {likely.length === 1 ? "Vorschlag übernehmen" : `${likely.length} Vorschläge übernehmen`}
        </Button>
      )}
      {saying.error && <ErrorState error={saying.error} />}
    </Section>
  );
}
