import { useLocation, useNavigate } from "@tanstack/react-router";
import { useWatch, Controller } from "react-hook-form";
import { createBoxes } from "#contract/calls/stock/boxes.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { maxBoxesAtOnce } from "#contract/limits.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { CreatePage } from "#web/forms/create-page.tsx";
import { FormField, type FieldsOf } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { mayDiscard } from "#web/shell/leave-question.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { boxCreateDefaults, boxCreateDraft, boxCreateForm, type BoxCreateControl } from "./box-create-form.ts";
import type { NewBoxes } from "./new-boxes.ts";

const continues = "0 setzt nach der höchsten Boxnummer des Kunden fort";

/** The first box number; the hint says which numbers the boxes will get. */
function BoxCreateStart({ of }: { of: FieldsOf<"start"> & { readonly control: BoxCreateControl } }) {
  const [start, amount] = useWatch({ control: of.control, name: ["start", "amount"] });
  return (
    <FormField of={of} name="start" label="Startnummer" required hint={numbersOf(start, amount)}>
      {(bound) => <NumberInput {...bound} />}
    </FormField>
  );
}

function numbersOf(start: string, amount: string): string {
  const first = numberIn(start);
  const last = first + numberIn(amount) - 1;
  if (!(first >= 1 && last >= first && last <= maxBoxNumber)) return continues;
  const numbers = first === last ? ` ${show(first)}` : `n ${show(first)} bis ${show(last)}`;
  return `Boxnummer${numbers}. ${continues}`;
}

const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
const show = (number: number) => number.toLocaleString("de-DE");

/** Most customers' boxes need none of it. */
const BoxCreateKept = onDemand(async () => (await import("./box-create-kept.tsx")).BoxCreateKept);

export default function BoxCreatePage() {
  const navigate = useNavigate();
  const before = useLocation({ select: ({ state }) => state.newBoxes });
  const start = { ...boxCreateDefaults, ...(before && { owner: before.owner, size: `${before.size}` }) };
  const form = useSend({
    rules: boxCreateForm,
    start: { defaultValues: start },
    send: ({ retention_class, begins, ...boxes }, once) => {
      const body = { ...boxes, ...(retention_class !== null && { retention_class }), ...(begins && { begins }) };
      return call(createBoxes, { body, once });
    },
    route: createBoxes,
    done: successTexts.boxesAdded,
    onSent: (boxes) => navigate({ ...paths.boxes(), state: { newBoxes: spanOf(boxes) } }),
    onFailure: () => undefined, // stands above the button
    focus: "owner",
    draft: boxCreateDraft,
  });
  const owner = useWatch({ control: form.control, name: "owner" });
  const leave = async () => {
    const isBegun = JSON.stringify(form.getValues()) !== JSON.stringify(start);
    if (isBegun && !(await mayDiscard("Die neuen Boxen werden nicht angelegt."))) return;
    boxCreateDraft.remove();
    await navigate(paths.boxes());
  };
  return (
    <CreatePage of={form} title="Boxen hinzufügen" list={paths.boxes()} listName="Boxen" onLeave={() => void leave()}>
      <OwnerField
        control={form.control}
        error={form.errors.owner?.message}
        onChosen={() => {
          form.setValue("retention_class", null); // it may be another customer's
          form.setValue("begins", "");
        }}
      />
      <BoxCreateStart of={form} />
      <FormField
        of={form}
        name="amount"
        label="Anzahl"
        required
        hint={`Höchstens ${maxBoxesAtOnce.toLocaleString("de-DE")} auf einmal`}
      >
        {(bound) => <NumberInput {...bound} />}
      </FormField>
      <FormField of={form} name="size" label="Größe in mm" required hint="Breite einer Box im Regal">
        {(bound) => <NumberInput {...bound} />}
      </FormField>
      {owner !== null && <BoxCreateKept of={form} owner={owner} />}
      {form.failure && <ErrorState error={form.failure} />}
    </CreatePage>
  );
}

function spanOf(boxes: readonly Box[]): NewBoxes | undefined {
  const [first, last] = [boxes[0], boxes.at(-1)];
  return first && last && { owner: first.owner.id, first: first.code, last: last.code, size: first.size };
}

type OwnerFieldProps = { control: BoxCreateControl; error: string | undefined; onChosen: () => void };

/** The field for the customer who will own the boxes. */
function OwnerField({ control, error, onChosen }: OwnerFieldProps) {
  const { customers } = useCustomer(undefined);
  const hint = customers.data?.count === 0 && <NoCustomer />;
  return (
    <Controller
      name="owner"
      control={control}
      render={({ field }) => (
        <CustomerField
          customers={customers}
          error={error}
          hint={hint}
          {...field}
          onChange={(id) => {
            if (id !== field.value) onChosen();
            field.onChange(id);
          }}
        />
      )}
    />
  );
}

function NoCustomer() {
  return (
    <>
      Es gibt noch keinen Kunden. <TextLink to="/customers/new">Kunde hinzufügen</TextLink>
    </>
  );
}
