import type { MailText } from "./mail-texts.ts";

/** The sender of a mail as its foot shows it. */
export interface Sender {
  readonly productTitle: string;
  readonly providerName: string;
  readonly lines: readonly string[];
}

/** Content that is put into the one template of all mails. */
export interface MailContent extends MailText {
  /** The name of the reader: `"Erika Mustermann"`. */
  readonly reader: string;
  /** Customer that the mail is about; null where it is about the reader's own access. */
  readonly customer: string | null;
  /** The whole address behind the button, where there is one. */
  readonly link?: string;
  readonly sender: Sender;
  /** Where readers say which mails they want; null where it is not theirs to say. */
  readonly choices: string | null;
}

/** The same words as plain text and as HTML. */
export function fillTemplate(content: MailContent): { text: string; html: string } {
  return { text: plain(content), html: html(content) };
}

const automatic = "Diese Nachricht wurde automatisch verschickt.";
const greeting = (reader: string) => (reader === "" ? "Guten Tag," : `Guten Tag ${reader},`);
const about = (customer: string) => `Kunde: ${customer}`;
const chooseHere = "Welche E-Mails Sie bekommen, stellen Sie hier ein:";

function plain({ reader, customer, paragraphs, button, link, sender, choices }: MailContent): string {
  const parts = [
    greeting(reader),
    ...paragraphs,
    ...(customer === null ? [] : [about(customer)]),
    ...(button && link !== undefined ? [`${button.label}:\n${link}`] : []),
    ["-- ", sender.providerName, ...sender.lines].join("\n"),
    choices === null ? automatic : `${automatic}\n${chooseHere}\n${choices}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const font = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const paragraph = (text: string, style = "") => `<p style="margin:0 0 16px;${style}">${escape(text)}</p>`;

/** The button, and its address for programs that show none. */
const buttonOf = (label: string, link: string): readonly string[] => [
  `<p style="margin:24px 0"><a href="${escape(link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1f5c99;color:#ffffff;font-weight:600;text-decoration:none">${escape(label)}</a></p>`,
  paragraph("Falls der Knopf nicht geht, öffnen Sie diese Adresse:", "color:#57606a;font-size:13px;margin-bottom:4px;"),
  `<p style="margin:0;font-size:13px;word-break:break-all"><a href="${escape(link)}" style="color:#1f5c99">${escape(link)}</a></p>`,
];

/** Tables and styles at each element: the least that all programs for mail understand. */
function html({ subject, reader, customer, paragraphs, button, link, sender, choices }: MailContent): string {
  const body = [
    paragraph(greeting(reader)),
    ...paragraphs.map((text) => paragraph(text)),
    ...(customer === null ? [] : [paragraph(about(customer), "color:#57606a;")]),
    ...(button && link !== undefined ? buttonOf(button.label, link) : []),
  ];
  const foot = [
    `<strong>${escape(sender.providerName)}</strong>`,
    ...sender.lines.map(escape),
    "",
    automatic,
    ...(choices === null
      ? []
      : [`<a href="${escape(choices)}" style="color:#57606a">Welche E-Mails Sie bekommen, stellen Sie hier ein.</a>`]),
  ];
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #d8dee4;border-radius:8px;${font};font-size:16px;line-height:1.5;color:#1f2328">
<tr><td style="padding:16px 24px;border-bottom:1px solid #d8dee4;font-weight:600;color:#1f5c99">${escape(sender.productTitle)}</td></tr>
<tr><td style="padding:24px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escape(subject)}</h1>
${body.join("\n")}
</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid #d8dee4;font-size:13px;color:#57606a">${foot.join("<br>\n")}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
