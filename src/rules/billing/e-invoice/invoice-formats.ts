import type { InvoiceForm } from "#rules/billing/snapshot.ts";

/** Rules that the XML of an invoice declares that it follows, from a day on. Rules come twice a year, and an issued invoice keeps its own. */
export interface InvoiceFormat {
  readonly form: Exclude<InvoiceForm, "paper">;
  readonly version: string;
  /** The first day of issue, `YYYY-MM-DD`. */
  readonly valid_from: string;
  /** BT-24, the specification. */
  readonly guideline: string;
  /** BT-23, the business process: an invoice for what is agreed. */
  readonly process: string;
}

const en16931 = "urn:cen.eu:en16931:2017";
const process = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/** The formats, the older one of a form first. */
export const invoiceFormats: readonly InvoiceFormat[] = [
  { form: "zugferd", version: "2.3", valid_from: "2024-09-18", guideline: en16931, process },
  {
    form: "xrechnung",
    version: "3.0",
    valid_from: "2024-02-01",
    guideline: `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process,
  },
];

/**
 * The format of an invoice that is issued on a day. One on paper has the XML of ZUGFeRD, too: it is kept, and not sent.
 * @throws RangeError for a day before the first format
 */
export function invoiceFormat(form: InvoiceForm, day: string): InvoiceFormat {
  const wanted = form === "paper" ? "zugferd" : form;
  const format = invoiceFormats.findLast((each) => each.form === wanted && each.valid_from <= day);
  if (!format) throw new RangeError(`On ${day} there is no format of ${form} yet.`);
  return format;
}
