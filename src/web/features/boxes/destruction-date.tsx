import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { editBox } from "#contract/calls/boxes.ts";
import { isDay } from "#rules/dates.ts";
import { done } from "#rules/done-texts.ts";
import { invalid } from "#rules/form-texts.ts";
import { call } from "#web/api/call.ts";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Fact } from "#web/ui/page/facts.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { boxChanged, showInBox } from "#web/api/box-changes.ts";
import { draftOf } from "#web/ui/form/drafts.ts";
import { SaveStatus } from "#web/ui/form/save-status.tsx";
import { useAutosave } from "#web/ui/form/use-autosave.ts";

/** The day a box was destroyed, to be corrected in place (specification 4). */
export function DestructionDate({ box }: { box: BoxDetail }) {
  const { id, destroyed } = box;
  const date = useAutosave({
    saved: destroyed ?? "",
    save: async (day, leaving) => {
      const changed = await call(editBox, { path: { id }, body: { destroyed: day }, keepalive: leaving });
      showInBox(id, () => changed);
      notify(done.boxUpdated);
      await boxChanged();
    },
    check: (day) => (isDay(day) ? undefined : invalid.range),
    draft: draftOf(`destroyed-${id}`),
  });
  return (
    <Fact label="Vernichtet">
      <DateInput
        aria-label="Vernichtungsdatum"
        aria-invalid={date.wrong !== undefined}
        value={date.value}
        onChange={date.type}
        onBlur={() => date.leave()}
      />
      <SaveStatus of={date} />
    </Fact>
  );
}
