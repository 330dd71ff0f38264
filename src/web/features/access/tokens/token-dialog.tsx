import * as z from "zod/mini";
import type { NewApiToken } from "#contract/schemas/access/tokens.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { createServiceToken, createToken } from "#contract/calls/access/tokens.ts";
import { scopeText, type TokenScope } from "#rules/access/token-scopes.ts";
import { berlinDay, addDays, isDay } from "#rules/dates.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import type { Beside } from "#web/forms/messages-beside.ts";
import { useDialogForm } from "#web/forms/use-send.ts";
import { ValueField } from "#web/forms/value-field.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { tokenFields } from "#contract/fields/token.ts";
import type { RequestBody } from "#contract/route.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** Terms for which a token is to be good: so many days, or until a day that is named. */
const terms = [
  { value: "30", label: "30 Tage" },
  { value: "90", label: "90 Tage" },
  { value: "365", label: "365 Tage" },
  { value: "day", label: "bis zu einem Tag" },
] as const;

/** The rules of a new token; `customer` is empty for all. */
const tokenForm = z
  .object({
    name: tokenFields.name,
    scopes: tokenFields.scopes,
    term: z.enum(terms.map(({ value }) => value)),
    day: z.string(),
    customer: z.string(),
  })
  .check(z.refine(({ term, day }) => term !== "day" || isDay(day), { path: ["day"], error: invalid.range }));

type TokenForm = z.output<typeof tokenForm>;

const emptyToken: z.input<typeof tokenForm> = { name: "", scopes: ["read"], term: "90", day: "", customer: "" };

/** A new token as it is sent. */
const tokenRequest = ({ name, scopes, term, day, customer }: TokenForm, today: string) =>
  ({
    name,
    scopes,
    expires: term === "day" ? day : addDays(today, Number(term)),
    ...(customer !== "" && { customer: Number(customer) }),
  }) satisfies RequestBody<typeof createToken>;

type Lines = readonly (readonly [TokenScope, string])[];

const read = "Boxen, Inhalte, Bilder und Lieferungen sehen, Listen, Papiere und Exporte laden.";

/** Uses of a token of the archive's people, scope by scope. */
const ofStaff: Lines = [
  ["read", read],
  ["orders", "Anfordern, Lieferungen beginnen, abschließen und stornieren."],
  ["scans", "Einlagern, umlagern, herausholen, einräumen und zählen, wie ein Handscanner."],
  ["stock", "Boxen, Inhalte, Bilder, Plätze und Kunden hinzufügen, ändern und löschen, Listen importieren."],
  ["destruction", "Vormerken, sperren, freigeben und vernichten. Was vernichtet ist, kommt nicht zurück."],
  ["billing", "Lieferoptionen und Preise ändern, Rechnungen sehen, ausstellen und stornieren."],
  ["users", "User sehen und ändern, Rechte geben und nehmen, das Protokoll lesen."],
];

/** The same for a customer's user; the rights at the customer decide besides. */
const ofCustomers: Lines = [
  ["read", read],
  ["orders", "Boxen und Inhalte anfordern, zurückgeben und stornieren."],
  ["stock", "Boxlisten importieren."],
  ["destruction", "Sperren setzen und aufheben, Vernichtungen freigeben oder ablehnen."],
  ["billing", "Rechnungen sehen und herunterladen."],
];

const linesOfScopes = (isStaff: boolean): Lines => (isStaff ? ofStaff : ofCustomers);

const beside: Beside = ({ fields }) => ({ ...fields, term: fields["expires"] });

type TokenDialogProps = {
  /** Owner of the token: the current user, or a service account. */
  user: User;
  onMade: (token: NewApiToken) => void;
  onClose: () => void;
};

/** Asks what a new token is called, for what and until when it is good. */
export function TokenDialog({ user, onMade, onClose }: TokenDialogProps) {
  const form = useDialogForm({
    rules: tokenForm,
    start: { defaultValues: emptyToken },
    send: (valid, once) => {
      const body = tokenRequest(valid, berlinDay(new Date()));
      if (user.service) return call(createServiceToken, { path: { id: user.id }, body, once });
      return call(createToken, { body, once });
    },
    route: createToken,
    beside,
    onSent: (token) => {
      onClose();
      onMade(token);
    },
    focus: "name",
  });
  const customers = user.is_staff || user.service ? [] : user.customers;
  return (
    <FormDialog of={form} title="Token anlegen" action="Token anlegen" onClose={onClose}>
      <FormField of={form} name="name" label="Name" required hint="Welches Programm es ist, z. B. „Warenwirtschaft“" />
      <fieldset aria-describedby="token-scopes">
        <legend className="font-semibold">
          Berechtigungen
          <span aria-hidden> *</span>{" "}
          <span id="token-scopes" aria-live="polite" className="font-normal text-danger">
            {form.errors.scopes?.message}
          </span>
        </legend>
        {linesOfScopes(user.is_staff).map(([scope, line]) => (
          <Checkbox key={scope} value={scope} label={scopeText[scope]} hint={line} {...form.register("scopes")} />
        ))}
      </fieldset>
      {customers.length > 1 && (
        <FormField of={form} name="customer" label="Kunde">
          {(bound) => (
            <Select
              empty="alle, die Sie sehen"
              options={customers.map((one) => ({ value: one.id, label: showCustomer(one) }))}
              {...bound}
            />
          )}
        </FormField>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField of={form} name="term" label="Gültig" required>
          {(bound) => <Select options={terms} {...bound} />}
        </FormField>
        {form.watch("term") === "day" && (
          <ValueField of={form} name="day" as={DateInput} label="Letzter Tag" required />
        )}
      </div>
    </FormDialog>
  );
}
