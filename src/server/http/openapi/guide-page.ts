const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** Marks up a text. Links from a page to the other pages have no ending, because those are pages here. */
const marked = (text: string): string =>
  escaped(text)
    .replaceAll(/\[([^\]]+)\]\(([\w-]+)\.md\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\[([^\]]+)\]\((https:[^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/\*([^*]+)\*/g, "<em>$1</em>");

const inLine = (text: string): string =>
  text
    .split(/`([^`]+)`/)
    .map((piece, index) => (index % 2 === 1 ? `<code>${escaped(piece)}</code>` : marked(piece)))
    .join("");

function table(lines: readonly string[]): string {
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => inLine(cell.trim()));
  const row = (line: string, tag: "td" | "th") =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join("")}</tr>`;
  const [head = "", , ...rows] = lines;
  return `<table><thead>${row(head, "th")}</thead><tbody>${rows.map((line) => row(line, "td")).join("")}</tbody></table>`;
}

const list = (tag: "ul" | "ol", [, ...entries]: readonly string[]): string =>
  `<${tag}>${entries.map((entry) => `<li>${inLine(entry)}</li>`).join("")}</${tag}>`;

/** Renders the text between two empty lines. */
function block(text: string): string {
  const heading = /^(#{1,3}) (.*)$/.exec(text);
  if (heading) return `<h${heading[1]?.length}>${inLine(heading[2] ?? "")}</h${heading[1]?.length}>`;
  if (text.startsWith("|")) return table(text.split("\n"));
  if (text.startsWith("- ")) return list("ul", text.split(/^- /m));
  if (/^\d+\. /.test(text)) return list("ol", text.split(/^\d+\. /m));
  return `<p>${inLine(text)}</p>`;
}

/** The Markdown that docs/api is written in, as HTML: headings, paragraphs, lists, tables, examples, and what stands within a line. */
function htmlOf(markdown: string): string {
  const parts = markdown.split(/^```\w*\n(.*?)^```$/ms);
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? `<pre tabindex="0"><code>${escaped(part)}</code></pre>`
        : part
            .split(/\n{2,}/)
            .map((text) => text.trim())
            .filter(Boolean)
            .map(block)
            .join("\n"),
    )
    .join("\n");
}

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 52rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .25rem; overflow-wrap: normal; }
code { font: .9em/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid; padding: .25rem .5rem; text-align: left; vertical-align: top; overflow-wrap: normal; }`;

/** A page of the guide, with the way back to the first one and to the calls. */
export function guidePage(markdown: string, productTitle: string): string {
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${title} – ${productTitle}`)}</title><style>${style}</style></head>
<body><nav><a href="./">All pages</a> · <a href="/api/docs/">Every call</a></nav><main>
${htmlOf(markdown)}
</main></body></html>
`;
}
