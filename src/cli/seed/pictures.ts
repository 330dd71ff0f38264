import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { sql } from "kysely";
import type { Database } from "#server/database/database.ts";
import { addImage, keepPicture, setViewed } from "#server/features/stock/images/mutations.ts";
import { type PictureStore, readPicture } from "#server/storage/pictures.ts";
import { between, pick, type Random, randomFrom } from "./random.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** px; a page of A4 at 100 dpi, with its margins. */
const page = { width: 827, height: 1169, margin: 90 };
const fontFile = path.join(
  path.dirname(fileURLToPath(import.meta.resolve("@fontsource-variable/inter/package.json"))),
  "files/inter-latin-wght-normal.woff2",
);

const sentences = [
  "Hiermit bestätigen wir den Eingang der Unterlagen.",
  "Die Prüfung ergab keine Beanstandungen.",
  "Der Vorgang wird nach Ablauf der Aufbewahrungsfrist vernichtet.",
  "Anlagen: Übersicht, Schriftwechsel, Quittungen.",
  "Bitte beachten Sie die Größe der beigefügten Pläne.",
  "Für Rückfragen steht Ihnen die Registratur zur Verfügung.",
  "Rechnungsbetrag und Zahlungseingang stimmen überein.",
  "Die Originale verbleiben beim Aussteller.",
];

interface FoundBox {
  readonly id: number;
  readonly code: string;
  readonly text: string;
}

/**
 * Pictures of pages with lines of text, `amount` of them, in boxes of the largest customer; a third are already
 * processed. The same seed makes the same pictures.
 */
export async function seedPictures(
  db: Database,
  store: PictureStore,
  { amount, seed }: { amount: number; seed: number },
): Promise<void> {
  if (amount === 0) return;
  const random = randomFrom(seed, "pictures");
  const userId = await firstStaffUser(db);
  const boxes = await boxesWithContents(db, Math.ceil(amount / 2));
  for (let index = 0; index < amount && boxes.length > 0; index++) {
    const box = boxes[index % boxes.length] as FoundBox;
    const picture = await readPicture(await draw(box, random));
    await keepPicture(db, store, picture, async (tx) => {
      const id = await addImage(tx, userId, box.id, picture);
      if (index % 3 === 0) await setViewed(tx, id, true);
    });
  }
}

async function firstStaffUser(db: Database): Promise<number> {
  const staff = db.read.selectFrom("users").select("id").where("is_staff", "=", true).orderBy("id");
  return (await staff.executeTakeFirstOrThrow()).id;
}

const foundBox = selectList<FoundBox>({
  ...fromTable("b", "id", "code"),
  text: sql`(select text from contents where box_id = b.id order by id limit 1)`,
});

/** The largest customer's first boxes that are not destroyed, each with one of its contents. */
function boxesWithContents(db: Database, limit: number): Promise<FoundBox[]> {
  return db.read.list(
    "seed-picture-boxes",
    sql<FoundBox>`select ${foundBox}
     from boxes b
     where b.customer_id = (select customer_id from customer_counts group by 1 order by sum(boxes) desc, 1 limit 1)
       and b.state <> 6 and exists (select from contents where box_id = b.id)
     order by b.number limit ${limit}`,
  );
}

async function draw({ code, text }: FoundBox, random: Random): Promise<Buffer> {
  const lines = Array.from({ length: between(random, 9, 22) }, () => pick(random, sentences));
  const heading = `<span size="larger" weight="bold">${escapeXml(text)}</span>\nBox ${code}, Blatt ${between(random, 1, 240)}`;
  const words = await sharp({
    text: {
      text: `${heading}\n\n${lines.join("\n")}`,
      font: "Inter Variable 11",
      fontfile: fontFile,
      width: page.width - 2 * page.margin,
      dpi: 100,
      rgba: true,
      spacing: 6,
    },
  })
    .png()
    .toBuffer();
  const paper = { r: between(random, 244, 252), g: between(random, 243, 250), b: between(random, 232, 244) };
  return sharp({ create: { width: page.width, height: page.height, channels: 3, background: paper } })
    .composite([{ input: words, left: page.margin, top: page.margin }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
