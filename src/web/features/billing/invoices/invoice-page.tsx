import { countryLine } from "#rules/countries.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getInvoice } from "#contract/calls/billing/invoices.ts";
import type { InvoiceDetail } from "#contract/schemas/billing/invoices.ts";
import { showDecimal, showVat } from "#rules/billing/amount-texts.ts";
import { invoiceKindText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { paths } from "#web/paths.ts";
import { integerParameter, pageIn } from "#web/search.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { debitText } from "./debit-texts.ts";
import { InvoiceHead } from "./invoice-head.tsx";
import { InvoiceLines } from "./invoice-lines-section.tsx";
import { billedPeriod, sendingText } from "./invoice-texts.tsx";
import { LineLink, LineSources } from "./line-sources.tsx";

const route = getRouteApi("/billing/invoices/$id");

/** Shows an invoice as it was issued, and everything that was noted beside it since. */
export default function InvoicePage() {
  const { id } = route.useParams();
  const search = { ...route.useSearch() };
  const query = useQuery(queryFor(getInvoice, { path: { id } }));
  return (
    <Detail
      query={query}
      title={({ number }) => number}
      head={(invoice) => invoice && <InvoiceHead key={id} invoice={invoice} />}
      missing={
        <Missing text="Diese Rechnung gibt es nicht.">
          <ButtonLink {...paths.invoices()}>Zu den Rechnungen</ButtonLink>
        </Missing>
      }
    >
      {(invoice) => (
        <>
          <InvoiceFacts of={invoice} />
          <InvoiceLines
            lines={invoice.lines}
            link={(line, content) => (
              <LineLink of={invoice} line={line}>
                {content}
              </LineLink>
            )}
          />
          <LineSources invoice={invoice} line={integerParameter(search, "line", 1, 1e6)} page={pageIn(search) ?? 1} />
        </>
      )}
    </Detail>
  );
}

const addressText = ({ name, street, address_extra, postcode, city, country }: InvoiceDetail["buyer"]): string =>
  [name, address_extra, street, `${postcode} ${city}`, countryLine(country)].filter(Boolean).join(", ");

/** Says how much is enough until which day where a discount is offered; otherwise returns nothing. */
const discountFact = ({ discount }: InvoiceDetail): string =>
  discount
    ? `mit ${showDecimal(discount.percent, 0)}\u00a0% Skonto ${showMoney(discount.due)} bis ${showDate(discount.until)}`
    : "";

function InvoiceFacts({ of }: { of: InvoiceDetail }) {
  const isStaff = useSession().user?.is_staff ?? false;
  const { kind, customer, buyer, corrects, cancelled_by, mail, paid_on, debits = [] } = of;
  return (
    <Facts>
      <Fact label="Kunde" wide="phone">
        {isStaff ? (
          <TextLink {...paths.customer(customer.id)}>{showCustomer(customer)}</TextLink>
        ) : (
          showCustomer(customer)
        )}
      </Fact>
      <Fact label="Anschrift" wide="phone">
        {addressText(buyer)}
      </Fact>
      <Fact label="Zeitraum" wide="phone">
        {billedPeriod(of)}
      </Fact>
      <Fact label="Ausgestellt">{showDateTime(of.issued)}</Fact>
      {kind === 380 && <Fact label="Fällig">{[showDate(of.due), discountFact(of)].filter(Boolean).join("; ")}</Fact>}
      {isStaff && (
        <Fact label="Versandt">
          {[sendingText(of), mail?.state === "sent" && `an ${mail.to ?? ""}`].filter(Boolean).join(" ")}
        </Fact>
      )}
      {kind === 380 && <Fact label="Bezahlt am">{paid_on && showDate(paid_on)}</Fact>}
      {debits.length > 0 && (
        <Fact label="Lastschrift" wide="phone">
          {debits.map((debit) => (
            <span key={debit.file} className="block">
              {debitText(debit)}
            </span>
          ))}
        </Fact>
      )}
      {corrects && (
        <Fact label="Storniert die Rechnung">
          <TextLink {...paths.invoice(corrects.id)}>{corrects.number}</TextLink>
        </Fact>
      )}
      {cancelled_by && (
        <Fact label={invoiceKindText[381]}>
          <TextLink {...paths.invoice(cancelled_by.id)}>{cancelled_by.number}</TextLink>
        </Fact>
      )}
      <Fact label="Netto">{showMoney(of.net)}</Fact>
      {of.vats.map((each) => (
        <Fact key={`${each.vat_category} ${each.vat_rate}`} label={`Umsatzsteuer ${showVat(each)}`}>
          {showMoney(each.vat)} <span className="text-muted">auf {showMoney(each.net)}</span>
        </Fact>
      ))}
      <Fact label={kind === 380 ? "Rechnungsbetrag" : "Stornierter Betrag"}>
        <strong>{showMoney(of.gross)}</strong>
      </Fact>
    </Facts>
  );
}
