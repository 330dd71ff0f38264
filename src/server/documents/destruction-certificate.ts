import { createHash } from "node:crypto";
import { showBoxes, showContents, showMetres, showYear } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { canonical } from "#rules/destruction/canonical.ts";
import { type Carrier, carriers, normRows, showNorm } from "#rules/destruction/norm.ts";
import { showDayAndTime } from "#rules/times.ts";
import { drawQrCode, qrCode } from "#server/documents/codes/qr-code.ts";
import { type Customer, drawCustomerHead, customerHeading } from "#server/documents/paper/customer-head.ts";
import { postalAddress } from "#server/documents/paper/letter.ts";
import { grey, ink, mm, Paper, type Printing, sizes } from "#server/documents/paper/page.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

/** Content of a certificate; this, and nothing else, is its attachment. */
export interface CertificateData {
  /** `V-000012/2026` */
  readonly number: string;
  readonly batch: number;
  readonly issued: string;
  readonly provider: string;
  readonly customer: Customer;
  readonly order: {
    readonly proposed: string;
    readonly proposedBy: string;
    readonly approved: string;
    readonly approvedBy: string;
    /** The sign of the customer's letter, where it was approved on paper. */
    readonly reference: string | null;
    readonly confirmed: string;
    readonly confirmedBy: string;
  };
  readonly norm: {
    readonly protection_class: number;
    readonly security_level: number;
    readonly carrier: Carrier;
  };
  /** On the provider's premises, or whose it is. */
  readonly subcontractor: string | null;
  readonly machine: string;
  readonly begun: string;
  readonly ended: string;
  readonly executedBy: string;
  readonly witness: string;
  /** By code; `kg` where it was weighed. */
  readonly boxes: readonly {
    readonly code: string;
    readonly contents: number;
    readonly year: number | null;
    readonly metres: number;
    readonly kg: number | null;
    readonly scanned: string;
  }[];
  /** Boxes that were proposed and are not destroyed, and why. */
  readonly kept: readonly { readonly code: string; readonly reason: string }[];
  /** Boxes that had to be kept for longer, and why they were destroyed. */
  readonly early: readonly { readonly code: string; readonly reason: string }[];
  readonly totals: {
    readonly boxes: number;
    readonly contents: number;
    readonly metres: number;
    readonly kg: number | null;
  };
  /** The last event of the batch, and the last seal of the archive's history. */
  readonly chain: string;
  readonly seal: { readonly number: number; readonly hash: string } | null;
}

/** Input of the press: the data, and what stands beside them on the paper. */
export interface CertificatePrint {
  readonly data: CertificateData;
  /** Where the certificate is verified; a link without an origin is none. */
  readonly link: string | null;
}

/** The attachment of a certificate, and its SHA-256. */
export function attachmentOf(data: CertificateData): { readonly bytes: Buffer; readonly digest: string } {
  const bytes = Buffer.from(canonical(data), "utf8");
  return { bytes, digest: createHash("sha256").update(bytes).digest("hex") };
}

const attachmentName = "bescheinigung.json";

const kilograms = (kg: number | null) =>
  kg === null ? "" : `${kg.toLocaleString("de-DE", { minimumFractionDigits: 1, maximumFractionDigits: 2 })} kg`;

/** That a customer's boxes were destroyed: what, when, how, and who saw it. Its data are in the file as it says them. */
export function destructionCertificate({ data, link }: CertificatePrint, printing: Printing): Buffer {
  const { bytes, digest } = attachmentOf(data);
  const paper = new Paper(printing, {
    title: "Vernichtungsbescheinigung",
    subtitle: `${data.number} · ${customerHeading(data.customer)}`,
    attachment: { name: attachmentName, type: "application/json", bytes, description: "Daten dieser Bescheinigung" },
  });
  drawCustomerHead(paper, data.customer, [
    ["Nummer", data.number],
    ["Ausgestellt", showDayAndTime(data.issued)],
    ["Boxen", showBoxes(data.totals.boxes)],
  ]);
  drawFacts(paper, data, printing);
  drawBoxes(paper, data);
  drawNamed(paper, "Nicht enthalten", data.kept, "Diese Boxen waren vorgelegt und sind nicht vernichtet.");
  drawNamed(paper, "Abweichungen", data.early, "Diese Boxen waren vor dem Ende ihrer Frist zu vernichten.");
  drawSignatures(paper, data);
  drawProof(paper, { data, link, digest });
  return paper.finish();
}

type Fact = readonly [label: string, value: string];

function factsOf(data: CertificateData, printing: Printing): Fact[] {
  const { order, norm } = data;
  const letter = order.reference === null ? "" : `, Schreiben ${order.reference}`;
  return [
    ["Ausführender Betrieb", postalAddress(printing) || data.provider],
    ["Vorgelegt", `${showDayAndTime(order.proposed)}, ${order.proposedBy}`],
    ["Freigegeben", `${showDayAndTime(order.approved)}, ${order.approvedBy}${letter}`],
    ["Bestätigt", `${showDayAndTime(order.confirmed)}, ${order.confirmedBy}`],
    ["Datenträger", `${norm.carrier}, ${carriers[norm.carrier]}`],
    ["Verfahren", `${showNorm(norm)} nach DIN 66399 / ISO/IEC 21964`],
    ["Ort", data.subcontractor === null ? "im Haus" : `Dienstleister: ${data.subcontractor}`],
    ...(data.machine === "" ? [] : [["Gerät", data.machine] as const]),
    ["Beginn und Ende", `${showDayAndTime(data.begun)} bis ${showDayAndTime(data.ended)}`],
    ["Ausgeführt von", data.executedBy],
    ["Bezeugt von", data.witness],
  ];
}

const factsLeft = mm(38);
const factLine = 12.5;

function drawFacts(paper: Paper, data: CertificateData, printing: Printing): void {
  paper.y += mm(3);
  for (const [label, value] of factsOf(data, printing)) {
    const lines = paper.wrapped(value, { left: paper.left + factsLeft, size: sizes.prose });
    paper.text(paper.left, paper.y + sizes.prose, label, { size: sizes.prose, color: grey });
    for (const line of lines) {
      paper.text(paper.left + factsLeft, paper.y + sizes.prose, line, { size: sizes.prose });
      paper.y += factLine;
    }
  }
  paper.y += mm(4);
}

function drawBoxes(paper: Paper, { boxes, totals }: CertificateData): void {
  const table = new Table(paper, {
    code: { title: "Box", width: 30, weight: "bold" },
    contents: { title: "Inhalte", width: 20, align: "right" },
    year: { title: "Jahr", width: 16, align: "right" },
    metres: { title: "Laufende Meter", width: 28, align: "right" },
    kg: { title: "Gewicht", width: 26, align: "right" },
    scanned: { title: "Am Schredder gescannt", width: "rest" },
  });
  for (const [index, box] of boxes.entries())
    table.group(
      [
        {
          code: showBoxCode(box.code),
          contents: String(box.contents),
          year: showYear(box.year),
          metres: showMetres(box.metres),
          kg: kilograms(box.kg),
          scanned: showDayAndTime(box.scanned),
        },
      ],
      { below: index === boxes.length - 1 ? totalHeight : 0 },
    );
  table.total({
    code: `Summe: ${showBoxes(totals.boxes)}`,
    contents: showContents(totals.contents),
    metres: showMetres(totals.metres),
    kg: kilograms(totals.kg),
  });
}

function drawNamed(paper: Paper, title: string, lines: CertificateData["kept"], text: string): void {
  if (lines.length === 0) return;
  paper.y += mm(6);
  if (!paper.fits(mm(25))) paper.nextPage();
  paper.paragraph(title, { weight: "bold" });
  paper.paragraph(text, { color: grey });
  paper.y += mm(2);
  const table = new Table(paper, {
    code: { title: "Box", width: 30, weight: "bold" },
    reason: { title: "Grund", width: "rest" },
  });
  for (const { code, reason } of lines) table.group([{ code: showBoxCode(code), reason }]);
}

const signaturesHeight = mm(30);

function drawSignatures(paper: Paper, { executedBy, witness }: CertificateData): void {
  paper.y += mm(6);
  if (!paper.fits(signaturesHeight)) paper.nextPage();
  const { left, right } = paper;
  const middle = (left + right) / 2;
  const line = paper.y + mm(18);
  for (const [from, to, name, role] of [
    [left, middle - mm(4), executedBy, "Ausgeführt"],
    [middle + mm(4), right, witness, "Bezeugt"],
  ] as const) {
    paper.line(from, line, to, line, { color: ink });
    paper.text(from, line + sizes.small + 2.5, `${role}: ${name}`, { size: sizes.small, color: grey });
  }
  paper.y += signaturesHeight;
}

const qrSide = mm(26);

function drawProof(paper: Paper, { data, link, digest }: CertificatePrint & { readonly digest: string }): void {
  if (!paper.fits(qrSide + mm(8))) paper.nextPage();
  const top = paper.y + mm(4);
  if (link !== null) drawQrCode(paper, qrCode(link), { x: paper.right - qrSide, y: top, side: qrSide });
  const { seal } = data;
  const normRow = normRows.find((row) => row.protection_class === data.norm.protection_class)?.checked_on;
  const texts = [
    `Die Daten dieser Bescheinigung liegen der Datei als ${attachmentName} bei. SHA-256 der Daten:`,
    digest,
    "Letztes Ereignis des Vorgangs:",
    data.chain,
    ...(seal === null ? [] : [`Siegel ${seal.number} des Archivs:`, seal.hash]),
    `Schutzklassen und Sicherheitsstufen wie zuletzt geprüft am ${showDate(normRow ?? "")}.`,
    ...(link === null ? [] : ["Der QR-Code führt zur Prüfung dieser Bescheinigung."]),
  ];
  paper.y = top;
  for (const text of texts) {
    paper.text(paper.left, paper.y + sizes.small, text, { size: sizes.small, color: grey });
    paper.y += sizes.small * 1.45;
  }
}
