import { showCount, showThings } from "#rules/amounts.ts";
import { type KindName, kindNames, readKinds } from "#server/takeover/old-system/kinds.ts";
import type { Deviation } from "./deviations.ts";
import type { LookResult } from "./look.ts";
import type { MomentForm } from "./moments.ts";

const mostFields = 8; // deviations that are named, until the rest is counted

const states = [
  ["boxes_created_count", "erstellt"],
  ["boxes_in_stock_count", "eingelagert"],
  ["boxes_not_in_stock_count", "nicht eingelagert"],
  ["boxes_inconsistent_count", "inkonsistent"],
  ["boxes_ordered_count", "angefordert"],
  ["boxes_retour_count", "retour"],
  ["boxes_destroyed_count", "vernichtet"],
] as const;

const about = (number: number) => `etwa ${showCount(Math.round(number))}`;

/** How much of something each object of a kind has, on the average of its samples, times their number. */
function expected(result: LookResult, kind: KindName, field: string): number {
  const { details = [], count = 0 } = result.kinds.get(kind) ?? {};
  const values = details.map((detail) => (detail as Record<string, unknown>)[field]);
  const sum = values.reduce<number>(
    (total, value) => total + (Array.isArray(value) ? value.length : Number(value) || 0),
    0,
  );
  return details.length === 0 ? 0 : (sum / details.length) * count;
}

/** Pictures by the counts of the customers; by the boxes where those say nothing. */
const expectedPictures = (result: LookResult) =>
  expected(result, "customers", "count_boximages") || expected(result, "boxes", "images");

function thereIs(result: LookResult): string[] {
  const counted = kindNames.flatMap((kind) => {
    const count = result.kinds.get(kind)?.count;
    return count === undefined || kind === "boxes" ? [] : [`${readKinds[kind].title} ${showCount(count)}`];
  });
  const number = (name: string) => Number(result.overview?.[name] ?? Number.NaN);
  const named = states.flatMap(([name, text]) => (number(name) >= 0 ? [`${text} ${showCount(number(name))}`] : []));
  const marked = result.marked === null ? [] : [`markiert ${showCount(result.marked)}`];
  const contents = number("boxcontents_count");
  const options = expected(result, "customers", "deliveryoptions");
  return [
    counted.join(" · "),
    `Boxen ${showCount(result.kinds.get("boxes")?.count ?? 0)}: ${[...named, ...marked].join(", ")}`,
    [
      `Inhalte ${contents >= 0 ? showCount(contents) : about(expected(result, "boxes", "content"))}`,
      `Bilder ${about(expectedPictures(result))}`,
      `Lieferoptionen ${about(options)}`,
      `Einträge der Verläufe ${about(expected(result, "boxes", "history"))}`,
    ].join(" · "),
  ];
}

const typeNames = {
  string: "Text",
  number: "Zahl",
  boolean: "Ja/Nein",
  object: "Objekt",
  array: "Liste",
  null: "nichts",
} as const;

function showType({ what }: Deviation): string {
  if (what === "missing") return "fehlt";
  if (what === "extra") return "ist mehr";
  const wanted = what.not.filter((type) => type !== "null").map((type) => typeNames[type]);
  return `${typeNames[what.is]} statt ${wanted.join(" oder ")}`;
}

/** The deviations of each kind, those of one sort together: `Boxen: Text statt Zahl: id, state`. */
function deviating(result: LookResult): string[] {
  return [...result.deviations].flatMap(([kind, counted]) => {
    const { details = [] } = result.kinds.get(kind) ?? {};
    const sorts = Map.groupBy(counted.values(), ({ deviation }) => showType(deviation));
    const said = [...sorts].map(([sort, each]) => {
      const fields = each.map(({ deviation: { field }, met }) =>
        met === details.length ? field : `${field} (${met} von ${details.length})`,
      );
      const rest = fields.length > mostFields ? ` und ${fields.length - mostFields} weitere` : "";
      return `${sort}: ${fields.slice(0, mostFields).join(", ")}${rest}`;
    });
    return said.length === 0 ? [] : [`${readKinds[kind].title}: ${said.join("; ")}`];
  });
}

const momentTexts: Readonly<Record<MomentForm, string>> = {
  Z: "in UTC (…Z)",
  offset: "mit Zone (…+02:00)",
  "no-zone": "OHNE ZONE",
  day: "als Tag",
  other: "in anderer Schreibweise",
};

function pages(result: LookResult): string {
  const sizes = [...result.kinds].map(([, { pageSize, count }]) =>
    pageSize !== null && pageSize < count ? pageSize : pageSize === null ? null : 0,
  );
  if (sizes.every((size) => size === null)) return "ganze Listen ohne Seiten";
  const cut = [...new Set(sizes.filter((size) => size !== null && size > 0))];
  const whole = [...result.kinds].flatMap(([kind, { pageSize }]) => (pageSize === null ? [readKinds[kind].title] : []));
  const named = cut.length === 0 ? "Seiten" : `Seiten zu ${cut.map((size) => showCount(size ?? 0)).join(" oder ")}`;
  return whole.length === 0 ? named : `${named}; ohne Seiten: ${whole.join(", ")}`;
}

function pageDeviations(result: LookResult): string[] {
  const wanted = ["count", "count_pages", "current_page", "results"];
  const shapes = new Set(
    [...result.kinds.values()].flatMap(({ pageFields: found }) => (found.length === 0 ? [] : [found.join(", ")])),
  );
  return [...shapes]
    .filter((shape) => !wanted.every((name) => shape.split(", ").includes(name)))
    .map((shape) => `Eine Seite nennt ${shape} statt ${wanted.join(", ")}`);
}

const pictureTexts = {
  https: "mit https-Adressen",
  http: "mit http-Adressen",
  path: "mit Pfaden ohne Rechner",
  elsewhere: "auf einem anderen Rechner, von dem nichts geholt wird",
  call: "hinter Aufrufen, die niemand macht",
} as const;

function picturesSaid({ pictures: { forms, readable, asked } }: LookResult): string {
  if (forms.size === 0) return "In den Stichproben ist kein Bild.";
  const named = [...forms].map(([form, count]) => `${count} ${pictureTexts[form]}`).join(", ");
  return `${named}; ${readable} von ${asked} waren zu lesen`;
}

/** ms as people say them: `3 Stunden 10 Minuten`; less than two minutes in seconds. */
export function showDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return showThings(seconds, "Sekunde", "Sekunden");
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = showThings(minutes % 60, "Minute", "Minuten");
  return hours === 0 ? rest : `${showThings(hours, "Stunde", "Stunden")} ${rest}`;
}

/** Requests of a whole fetch. */
function requestsOf(result: LookResult): number {
  const lists = [...result.kinds.values()].map(
    ({ count, pageSize }) => 2 * Math.ceil(count / Math.max(1, pageSize ?? count)),
  );
  const details = [...result.kinds.values()].map(({ count }) => count);
  const codes = result.kinds.get("rows")?.count ?? 0;
  return [...lists, ...details].reduce((sum, requests) => sum + requests, codes + expectedPictures(result));
}

/** Bytes as people say them. */
export const showRoom = (bytes: number): string =>
  bytes < 1_000_000 ? "unter 1 MB" : `${showCount(Math.ceil(bytes / 1_000_000))} MB`;

function fetching(result: LookResult, rate: number): string[] {
  const requests = requestsOf(result);
  const msEach = Math.max(1000 / rate, result.msEach / 2);
  const slower = result.msEach / 2 > 1000 / rate ? "; schneller antwortet es nicht" : "";
  const { readable, bytes } = result.pictures;
  const all = (bytes / Math.max(1, readable)) * expectedPictures(result);
  const sample = showThings(readable, "Bild", "Bildern");
  const room = readable === 0 ? [] : [`Die Bilder nehmen ${showRoom(all)}, geschätzt nach ${sample}.`];
  const boxes = result.kinds.get("boxes")?.count ?? 0;
  return [
    `${about(requests)} Abrufe, bei ${rate} in der Sekunde ${showDuration(requests * msEach)}${slower}; mit --barcodes ${showDuration((requests + boxes) * msEach)}.`,
    ...room,
  ];
}

/** What was seen of an old system, as half a screen of German. */
export function lookText(result: LookResult, address: string, rate: number): string {
  const moments = [...result.moments].map(([form, fields]) => `${momentTexts[form]}: ${[...fields].sort().join(", ")}`);
  const refused = result.refused.map((kind) => `Die Liste «${readKinds[kind].title}» darf das Konto nicht lesen.`);
  const unreadable = [...result.kinds].flatMap(([kind, { unreadable: statuses }]) =>
    statuses.length === 0
      ? []
      : [
          `${readKinds[kind].title}: ${showThings(statuses.length, "Stichprobe antwortet", "Stichproben antworten")} mit ${[...new Set(statuses)].join(", ")}.`,
        ],
  );
  const differing = [...pageDeviations(result), ...deviating(result)];
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["Was da ist", thereIs(result)],
    [
      "Wie es antwortet",
      [
        `Listen: ${pages(result)}; query={…} wird ${result.selects ? "verstanden" : "nicht verstanden"}`,
        `Zeiten: ${moments.join("; ") || "keine"}`,
        `Bilder: ${picturesSaid(result)}`,
      ],
    ],
    ["Was von der Spezifikation abweicht", differing.length === 0 ? ["nichts"] : differing],
    [
      "Was nicht zu lesen ist",
      [...refused, ...unreadable, ...(refused.length + unreadable.length === 0 ? ["nichts"] : [])],
    ],
    ["Was das Holen kostet", fetching(result, rate)],
  ];
  const said = parts.map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join("\n"));
  return [`${address}, mit ${showCount(result.requests)} Abrufen angesehen. Geändert wurde nichts.`, ...said].join(
    "\n\n",
  );
}
