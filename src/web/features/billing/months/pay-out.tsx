import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { previewInvoice } from "#contract/calls/billing/billing.ts";
import { issueInvoice } from "#contract/calls/billing/invoices.ts";
import type { Reply } from "#contract/route.ts";
import { showMoney } from "#rules/money.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";

/** Pays out what is left to a customer of whom no invoice is to come, by an invoice with a negative sum (decision 174). */
export function PayOut({ of: { customer, month, gross, is_due } }: { of: Reply<typeof previewInvoice> }) {
  const navigate = useNavigate();
  const [once] = useState(newAttempt);
  const { isPending, ask } = useActions<"pay">([issueInvoice]);
  if (!is_due || !gross.startsWith("-")) return null;
  const credit = showMoney(gross.slice(1));
  const pay = () =>
    void ask(
      "pay",
      {
        title: "Guthaben auszahlen",
        text: `${showCustomer(customer)} bekommt eine Rechnung, die mit einem Guthaben von ${credit} schließt. Sie überweisen es und vermerken dann den Tag. Kommt noch eine Rechnung, wird das Guthaben ohne Auszahlung damit verrechnet.`,
        action: "Guthaben auszahlen",
      },
      async () => {
        const body = { customer: customer.id, month, gross, pay_out: true };
        const made = await call(issueInvoice, { body, once });
        await navigate(paths.invoice(made.id));
        return `${made.number} ausgestellt`;
      },
    );
  return (
    <Button pending={isPending("pay")} onClick={pay}>
      Guthaben auszahlen
    </Button>
  );
}
