import * as z from "zod/mini";
import { createWebhook, editWebhook } from "#contract/calls/exchange/webhooks.ts";
import type { Webhook } from "#contract/schemas/exchange/webhooks.ts";
import { call } from "#web/api/call.ts";
import { useSession } from "#web/api/session.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { reloadAfter } from "#web/forms/use-seen.ts";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { filledText } from "#contract/fields/texts.ts";
import { webAddressLength } from "#contract/limits.ts";
import { objectKinds } from "#rules/exchange/object-kinds.ts";
import { kindChoices } from "./webhook-texts.ts";

/** The rules of a webhook. Nothing ticked is all. */
const webhookForm = z.object({
  url: filledText(webAddressLength),
  kinds: z.array(z.enum(objectKinds)),
});

/** A webhook as the calls take it. */
const webhookFromForm = ({ url, kinds }: z.output<typeof webhookForm>) => ({
  url,
  kinds: kinds.length === 0 ? null : kinds,
});

type WebhookDialogProps = {
  /** The one that is changed; a new one without. */
  webhook?: Webhook | undefined;
  /** Handles the sent webhook. The secret of a new one is shown only this once. */
  onSent: (webhook: Webhook & { secret?: string }) => void;
  onClose: () => void;
};

/** Makes a webhook, or changes one. */
export function WebhookDialog({ webhook, onSent, onClose }: WebhookDialogProps) {
  const isStaff = useSession().user?.is_staff ?? false;
  const form = useDialogForm({
    rules: webhookForm,
    start: { defaultValues: { url: webhook?.url ?? "", kinds: webhook?.kinds ?? [] } },
    send: (valid, once): Promise<Webhook & { secret?: string }> => {
      const { url, kinds } = webhookFromForm(valid);
      if (!webhook) return call(createWebhook, { body: { url, kinds }, once });
      const changed = url === webhook.url ? { kinds } : { url, kinds };
      const before = { url: webhook.url, kinds: webhook.kinds };
      return call(editWebhook, { path: { id: webhook.id }, body: { ...changed, before }, once }).catch(
        reloadAfter(editWebhook),
      );
    },
    route: createWebhook,
    done: webhook ? "Gespeichert" : "Webhook angelegt",
    onSent,
  });
  const action = webhook ? "Speichern" : "Webhook anlegen";
  return (
    <FormDialog of={form} title={webhook ? "Webhook bearbeiten" : "Webhook anlegen"} action={action} onClose={onClose}>
      <p className="text-muted">
        Der Empfänger erfährt, welche Dinge {isStaff ? "" : "der Kunden, die Sie verwalten, "}sich geändert haben, und
        nicht, wie sie jetzt aussehen.
      </p>
      <FormField
        of={form}
        name="url"
        label="Adresse"
        required
        hint="Beginnt mit https:// und ist im Internet erreichbar."
      />
      <fieldset>
        <legend className="mb-1">
          Nur bei{" "}
          <span aria-live="polite" className="text-danger">
            {form.errors.kinds?.message}
          </span>
        </legend>
        <div className="grid grid-cols-2 gap-x-4">
          {kindChoices(isStaff).map(({ kind, text }) => (
            <Checkbox key={kind} label={text} value={kind} {...form.register("kinds")} />
          ))}
        </div>
        <p className="text-muted">Ohne Haken: bei allem.</p>
      </fieldset>
    </FormDialog>
  );
}
