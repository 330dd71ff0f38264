import { sql } from "kysely";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { Database } from "#server/database/database.ts";
import { addImage, keepPicture } from "#server/features/stock/images/mutations.ts";
import { readPicture } from "#server/storage/pictures.ts";
import type { Caller } from "#test/contract/examples.ts";
import { type Customer, pictureFile } from "#test/support/factories.ts";
import type { StandingServer } from "./crawl.ts";

/** A customer user who crawls, and what they are called in a report. */
export interface Crawling {
  readonly id: number;
  readonly name: string;
}

/** People of the test: those who crawl, those whose things nobody may touch meanwhile, and somebody of another customer. */
export interface Cast {
  readonly crawling: readonly Crawling[];
  /** The ids of the customers that any of them sees. */
  readonly own: readonly number[];
  readonly other: Caller;
  /** A staff user who acts on the others' things. */
  readonly staff: { readonly id: number };
}

/** With which the staff user confirms what wants it. */
export const staffPassword = "passwort1";

/** Users of one customer, of two and of none; and others with the rest. */
export async function castOf({ a }: StandingServer, one: Customer, two: Customer, other: Customer): Promise<Cast> {
  const person = async (name: string, ...customers: Customer[]) => {
    const user = await a.user({ customers });
    for (const customer of customers) {
      await a.manager(user, customer); // who may take everything along sees most
      await a.invoiceReader(user, customer);
    }
    return { ...user, name };
  };
  const stranger = await a.user({ customers: [other], email: "fremd@example.com", lastName: "Auswärtig" });
  return {
    crawling: [
      await person("a user of one customer", one),
      await person("a user of two customers", one, two),
      await person("a user without customers"),
    ],
    own: [one.id, two.id],
    other: { userId: stranger.id, email: stranger.email, password: "passwort1", owner: other },
    staff: await a.user({ isStaff: true, password: staffPassword }),
  };
}

/** The same picture in several boxes: one file on the disk. */
export async function sharePicture(
  db: Database,
  { pictures }: StandingServer,
  staffId: number,
  boxes: readonly { readonly id: number }[],
): Promise<void> {
  const picture = await readPicture(await pictureFile());
  for (const { id } of boxes) await keepPicture(db, pictures, picture, (tx) => addImage(tx, staffId, id, picture));
}

const everyState = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** A small archive: five customers with boxes in every state, side by side in the same row. */
export async function smallArchive(db: Database, server: StandingServer): Promise<Cast> {
  const { a } = server;
  const row = await a.row({ area: await a.area({ name: "Nordhalle" }), number: 471_108 });
  const author = await a.user({ isStaff: true, firstName: "Willi", lastName: "Lagermann" });
  const fill = async (owner: Customer, states: readonly BoxState[]) => {
    const boxes = [];
    for (const state of states) {
      const box = await a.box({ owner, state, author, place: await a.place({ row }) });
      await a.content({ box, text: `Rechnungen ${owner.code}, ${state}` });
      if (state < 3) await a.image({ box });
      boxes.push(box);
    }
    const option = await a.option({ owner });
    const stored = async () => a.box({ owner, state: 1, author, place: await a.place({ row }) });
    const content = await a.content({ box: await stored(), text: `Vertrag ${owner.code}` });
    const done = { owner, option, boxes: [await stored()], contents: [content], state: 2, price: "12.50" } as const;
    await a.proof(await a.delivery(done), author);
    await a.invoice(owner, author);
    const { id: rush } = await a.delivery({ owner, option, boxes: [await stored()], state: 1 });
    const reason = `Gerichtstermin ${owner.code}`;
    await db.write((tx) => sql`update deliveries set rush_reason = ${reason} where id = ${rush}::bigint`.execute(tx));
    await a.delivery({ owner, option, boxes: [await stored()], state: 3, comment: `Pforte ${owner.code}` });
    await a.delivery({ owner, kind: 1, contents: [{ ...content, state: 1 }] });
    await a.delivery({ owner, option, kind: 2, boxes: [await a.box({ owner })] });
    const wanted = await a.box({ owner, state: 2 });
    for (const each of [await a.user({ customers: [owner] }), author]) await a.waitingEntry(each, wanted);
    return boxes;
  };
  const others = [
    await a.customer({ code: 10, name: "Ärztehaus", notes: "Zahlt erst nach der Mahnung" }),
    await a.customer({ code: 25, name: "Oel & Gas" }),
  ];
  const [first, second] = others as [Customer, Customer];
  const theirs = await fill(first, everyState);
  await fill(second, [...everyState, 7, 0, 1]);
  const mine = [
    await a.customer({ code: 20, name: "Mitte", notes: "Kündigt vielleicht" }),
    await a.customer({ code: 30, name: "Öl & Gas" }),
  ];
  const [one, two] = mine as [Customer, Customer];
  const boxes = await fill(one, everyState); // after the others, so that these are marked later
  await fill(two, [1, 2, 7]);
  const cast = await castOf(server, one, two, first);
  const shared = [boxes[1], theirs[1]].flatMap((box) => box ?? []);
  await sharePicture(db, server, cast.staff.id, shared);
  return cast;
}
