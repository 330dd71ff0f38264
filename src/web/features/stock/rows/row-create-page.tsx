import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import * as z from "zod/mini";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { createRow } from "#contract/calls/stock/rows.ts";
import { chosenId } from "#contract/fields/numbers.ts";
import { typedRowNumber } from "#contract/fields/row.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { CreatePage } from "#web/forms/create-page.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { ValueField } from "#web/forms/value-field.tsx";
import type { Beside } from "#web/forms/messages-beside.ts";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";

const rules = z.object({ areaId: chosenId, number: typedRowNumber, reverse: z.boolean() });
const route = getRouteApi("/stock/rows/new");

/** A taken number is named with the area by the server; people look for it beside the number. */
const beside: Beside = ({ fields, code }) => (code === "exists" ? { number: fields["areaId"] } : fields);

export default function RowCreatePage() {
  const navigate = useNavigate();
  const preset = route.useSearch({ select: ({ area }) => area });
  const areas = useQuery(queryFor(listAreas, { query: { query: "{id,name}" } }));
  const form = useSend({
    rules,
    start: { defaultValues: { areaId: preset ?? null, number: "", reverse: false } },
    send: (body, once) => call(createRow, { body, once }),
    route: createRow,
    done: successTexts.rowAdded,
    onSent: () => navigate({ ...paths.rows(), ignoreBlocker: true }),
    beside,
    focus: preset ? "number" : "areaId",
    loss: "Die Reihe wird nicht hinzugefügt.",
  });
  const options = areas.data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <CreatePage of={form} title="Reihe hinzufügen" list={paths.rows()} listName="Reihen">
      <ValueField of={form} name="areaId" label="Bereich" required as={Combobox<number>} options={options} />
      {areas.error && <ErrorState error={areas.error} onRetry={areas.refetch} pending={areas.isFetching} />}
      <FormField of={form} name="number" label="Nummer" required hint="So wie sie an der Reihe steht">
        {(bound) => <NumberInput className="max-w-32" {...bound} />}
      </FormField>
      <Checkbox
        label="Umgekehrt"
        hint="Die Reihe wird vom letzten Teil zum ersten gelaufen."
        {...form.register("reverse")}
      />
    </CreatePage>
  );
}
