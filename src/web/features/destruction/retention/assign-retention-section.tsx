import { assignRetention } from "#contract/calls/destruction/retention.ts";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { call } from "#web/api/call.ts";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { KeptFields } from "./kept-fields.tsx";
import { keptForm, nothingKept, retentionChanges } from "./kept-form.ts";

type AssignProps = {
  /** Boxes that are meant, and their customer; undefined while nobody is chosen or a number is wrong. */
  range:
    | {
        readonly customer: { readonly id: number; readonly name: string };
        readonly from?: number | undefined;
        readonly to?: number | undefined;
      }
    | undefined;
  /** Number of those boxes. */
  count: number | undefined;
  /** Why nothing can be said of them now. */
  blocked: string | false;
  /** True while nobody is chosen yet (specification 2). */
  disabled: boolean;
};

/** Says of many boxes by which class and from when they are kept; what stays empty stays as it is. */
export function AssignRetention({ range, count, blocked, disabled }: AssignProps) {
  const form = useSend({
    rules: keptForm,
    start: { defaultValues: nothingKept },
    ask: () =>
      confirm({
        title: "Aufbewahrung setzen?",
        text: `Für ${showBoxes(count ?? 0)} von ${range?.customer.name ?? ""} werden die Fristen neu berechnet.`,
        action: "Aufbewahrung setzen",
      }),
    send: (valid, once) => {
      const { customer, from, to } = range ?? { customer: { id: 0 } };
      return call(assignRetention, {
        body: { customer: { id: customer.id }, from, to, ...retentionChanges(valid, nothingKept) },
        once,
      });
    },
    route: assignRetention,
    done: "Aufbewahrung aktualisiert",
    next: () => nothingKept,
    onFailure: () => undefined, // stands above the button
  });
  const { answer } = form;
  return (
    <Section title="Aufbewahrung">
      <Form onSubmit={form.submit}>
        <fieldset className="contents" disabled={disabled}>
          <KeptFields of={form} customer={range?.customer.id} />
        </fieldset>
        {form.failure && <ErrorState error={form.failure} />}
        <div>
          <Button
            type="submit"
            pending={form.isPending}
            disabledReason={blocked || (!form.formState.isDirty && "Bitte erst etwas eintragen.")}
          >
            Aufbewahrung setzen
          </Button>
        </div>
        <p role="status" className="tabular-nums empty:hidden">
          {answer &&
            `${showBoxes(answer.boxes)} aktualisiert, ${showCount(answer.changed)} Fristen haben sich geändert.`}
        </p>
      </Form>
    </Section>
  );
}
