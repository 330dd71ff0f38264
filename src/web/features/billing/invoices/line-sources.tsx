import { FileSpreadsheet } from "lucide";
import type { ReactNode } from "react";
import { sheetOfInvoiceServices } from "#contract/calls/billing/invoices.ts";
import type { InvoiceDetail, IssuedLine } from "#contract/schemas/billing/invoices.ts";
import { calculationText, showQuantity } from "#rules/billing/amount-texts.ts";
import { serviceText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { showMoney } from "#rules/money.ts";
import { useDownload } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { LineDays } from "./line-days.tsx";
import { LineServices } from "./line-services.tsx";

type LineLinkProps = { of: InvoiceDetail; line: IssuedLine; children: ReactNode };

/** Shows the purpose of a line, with the link to the things it is made of. */
export const LineLink = ({ of: { id, lines }, line, children }: LineLinkProps) => (
  <TextLink {...paths.invoice(id, { line: lines.indexOf(line) + 1 })} hash="line" replace>
    {children}
  </TextLink>
);

type LineSourcesProps = { invoice: InvoiceDetail; line: number | undefined; page: number };

/** Shows the parts of the chosen line as they were billed; without a line, explains how to choose one. */
export function LineSources({ invoice, line, page }: LineSourcesProps) {
  const { id, lines } = invoice;
  const sheet = useDownload(sheetOfInvoiceServices);
  const chosen = line === undefined ? undefined : lines[line - 1];
  const hasServices = lines.some(({ source }) => source === "services");
  return (
    <div id="line">
      <Section
        title={chosen ? `Position ${line}: ${serviceText(chosen)}` : "Woraus die Positionen bestehen"}
        actions={
          hasServices && (
            <Button
              icon={FileSpreadsheet}
              pending={sheet.running}
              onClick={() => void sheet.start({ path: { id }, query: { format: "xlsx" } })}
            >
              Leistungen als Excel
            </Button>
          )
        }
      >
        <DownloadStatus of={sheet} label="Tabelle wird erstellt ..." />
        {chosen && line !== undefined ? (
          <Source key={line} id={id} position={line} line={chosen} page={page} />
        ) : (
          <p className="max-w-prose text-muted">
            Ein Klick auf eine Position zeigt ihre Tage im Lager oder ihre einzelnen Leistungen, wie sie berechnet
            wurden.
          </p>
        )}
      </Section>
    </div>
  );
}

type SourceProps = { id: number; position: number; line: IssuedLine; page: number };

function Source({ id, position, line, page }: SourceProps) {
  const { source, before, net } = line;
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-3">
      {source === "storage" && <LineDays id={id} position={position} line={line} page={page} />}
      {source === "services" && <LineServices id={id} position={position} page={page} />}
      {source === "agreement" && <p>Der Betrag ist für einen Monat vereinbart.</p>}
      {source === "unknown" && (
        <p role="note" className="max-w-prose">
          {line.item === "storage"
            ? "Die Tage zu dieser Position sind nicht aufbewahrt: Die Rechnung ist älter als diese Aufzeichnung."
            : "Die Leistungen zu dieser Position sind nicht aufbewahrt: Die Rechnung wurde storniert, bevor das Programm sie festhielt."}
        </p>
      )}
      {before && (
        <p>
          Abgezogen: {showQuantity(before.quantity, line.unit)}, im Voraus berechnet mit{" "}
          <TextLink {...paths.invoice(before.id)}>{before.number}</TextLink>
        </p>
      )}
      <p>
        {calculationText(line)} = <strong>{showMoney(net)}</strong>
      </p>
    </div>
  );
}
