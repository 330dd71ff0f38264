import { sql } from "kysely";
import type { Database } from "#server/database/database.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";

/** Forty searches, by what is hard about them. */
export async function searches(db: Database): Promise<Record<string, readonly string[]>> {
  const [contents, box] = [await someTexts(db), await someCode(db)];
  return {
    frequent: ["Rechnungen", "Patientenakte", "Müller", "Schmidt", "2019", "Kontoauszüge", "Straße"],
    rare: contents,
    "several words": [
      "Personalakten ausgeschieden 2010",
      "Hartmann",
      "Bauakte Lindenstraße 2012",
      "Eingangsrechnungen 2014",
      "Schriftverkehr B–D 2012",
      "Kreditakte Wagner erledigt 2011",
      "Grundstückskauf Dresden",
      "Gehaltsjournale März 2008",
    ],
    mistyped: [
      "Schriftverkher",
      "Rechnugen",
      "Patientnakte Hartmann",
      "Kontoauzüge",
      "Röntgenaufnamen",
      "Gehaltsjurnale",
    ],
    umlaut: ["kontoauszuege", "Mueller", "Roentgenaufnahmen", "Grundstueckskauf", "Koenigsallee"],
    code: [box, showBoxCode(box), box.slice(3, 9), "98765", "0001", "13-17"],
    "no hit": ["Xylophonquark", "qwertz yxcvb", "9999 999 999"],
  };
}

/** Five texts of contents, each from another part of the archive, that are in few. */
async function someTexts(db: Database): Promise<string[]> {
  const rows = await db.read.list(
    "bench-texts",
    sql<{
      text: string;
    }>`select (select text from contents where id >= part and text ~ '\\d{5}' order by id limit 1) as text
     from (select generate_series(1, 5) * (select max(id) from contents) / 6 as part) p`,
  );
  return rows.map(({ text }) => text.replace(/[,:/()–].*$/, "").trim());
}

async function someCode(db: Database): Promise<string> {
  const [row] = await db.read.list(
    "bench-code",
    sql<{ code: string }>`select code from boxes where id = (select max(id) / 2 from boxes)`,
  );
  return row?.code ?? "";
}

/** Words of the seed's archive as somebody may mistype them. */
export const mistyped: readonly string[] = [
  "Schriftverkher",
  "Rechnugen",
  "Kontoauzüge",
  "Personlakten",
  "Gehaltsjurnale",
  "Buchngsbelege",
  "Lieferschiene",
  "Patientnakte",
  "Röntgenaufnamen",
  "Ambulanzkartn",
  "Grundstükskauf",
  "Urkundenrole",
  "Jahresabschlus",
  "Gewerbeanmeldugen",
  "Standesmat",
  "Wählerverzeichniss",
  "Ausschreibng",
  "Gewähleistung",
  "Frachtbreife",
  "Hatrmann",
];
