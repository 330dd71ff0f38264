import { useNavigate } from "@tanstack/react-router";
import * as z from "zod/mini";
import { createArea } from "#contract/calls/stock/areas.ts";
import { typedAreaName } from "#contract/fields/area.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { CreatePage } from "#web/forms/create-page.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";

const rules = z.object({ name: typedAreaName });

export default function AreaCreatePage() {
  const navigate = useNavigate();
  const form = useSend({
    rules,
    start: { defaultValues: { name: "" } },
    send: (body, once) => call(createArea, { body, once }),
    route: createArea,
    done: successTexts.areaAdded,
    onSent: () => navigate({ ...paths.areas(), ignoreBlocker: true }),
    focus: "name",
    loss: "Der Bereich wird nicht hinzugefügt.",
  });
  return (
    <CreatePage of={form} title="Bereich hinzufügen" list={paths.areas()} listName="Bereiche">
      <FormField of={form} name="name" label="Name" required hint="So wie er vor Ort heißt, zum Beispiel Halle 2" />
    </CreatePage>
  );
}
