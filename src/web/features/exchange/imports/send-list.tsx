import { FileUp } from "lucide";
import { type SubmitEvent, useState } from "react";
import { showCustomer } from "#rules/stock/box-code.ts";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { FileInput } from "#web/ui/form/file-input.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { listFiles, sendingProblem, useSending } from "./use-sending.ts";

interface Owner {
  readonly id: number;
  readonly code: number;
  readonly name: string;
}
type SendListProps = {
  /** For whom it may be; null for staff, who choose among all. */
  customers: readonly Owner[] | null;
};

/** A list is chosen and sent; what stands in it is looked at on its own page. */
export function SendList({ customers }: SendListProps) {
  const [customer, setCustomer] = useState<number | undefined>(customers?.[0]?.id);
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState(false);
  const { send, share } = useSending(customers === null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(true);
    if (customer !== undefined && file && !tooLarge(file) && !send.isPending) send.mutate({ customer, file });
  };
  const wrongFile = file ? tooLarge(file) : missing && "Bitte wählen Sie eine Datei.";
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">
        CSV oder Excel (.xlsx), höchstens 20 MB. Es wird zuerst nur geprüft; geändert wird nichts, bevor Sie die Liste
        übernehmen.
      </p>
      {customers === null ? (
        <StaffCustomer id={customer} onChange={setCustomer} missing={missing} />
      ) : (
        customers.length > 1 && (
          <Field label="Kunde" required>
            <Select
              value={customer}
              options={customers.map((one) => ({ value: one.id, label: showCustomer(one) }))}
              onChange={({ currentTarget }) => setCustomer(Number(currentTarget.value))}
            />
          </Field>
        )
      )}
      <Field label="Datei" required error={wrongFile || undefined}>
        <FileInput aria-label="Liste" accept={listFiles} file={file} onChange={setFile} />
      </Field>
      {send.isPending && <Progress label="Liste wird gesendet und gelesen ..." share={share} />}
      {send.error && <ErrorState error={sendingProblem(send.error)} />}
      <div>
        <Button type="submit" look="primary" icon={FileUp} pending={send.isPending}>
          Liste senden
        </Button>
      </div>
    </Form>
  );
}

const tooLarge = ({ size }: File) => size > listLimits.bytes && unreadable.tooLarge;
function StaffCustomer({
  id,
  onChange,
  missing,
}: {
  id: number | undefined;
  onChange: (id?: number) => void;
  missing: boolean;
}) {
  const { customers, customer } = useCustomer(id);
  return (
    <CustomerField
      customers={customers}
      customer={customer}
      error={missing && id === undefined ? "Bitte wählen Sie einen Kunden." : undefined}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}
