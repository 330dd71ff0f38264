import type { factories } from "#test/support/factories.ts";

/** Sign-in and contents that the browser tests may count on. They add to it and must not take away. */
export const staffLogin = { email: "admin@example.com", password: "passwort1" };
/** Another person: nobody of the staff has made their access or reset it. */
export const colleagueLogin = { email: "kollegin@example.com", password: "passwort1" };
/** The third of the three people that a destruction wants, beside who gave the customer's approver the right. */
export const thirdLogin = { email: "dritte@example.com", password: "passwort1" };
/** Sees Stadtwerke Bremen (42) and nothing else. */
export const customerLogin = { email: "kunde@example.com", password: "passwort1" };
/** Must change the password first. */
const newLogin = { email: "neu@example.com", password: "anfang-123" };

/**
 * Hallen 1, 2 and 10 with rows 1 to 3 (row 2 reverse), customers 7, 42 and 4711. Customer 42 has boxes 1 to 36: 1 to 20
 * in Halle 1, row 1, 21 to 30 created, and one in each further state; box 1 has contents and an image entry. Customer 7
 * has boxes 1 to 45, created. Customer 4711 has none.
 */
export async function stock(a: ReturnType<typeof factories>): Promise<void> {
  const admin = { ...staffLogin, firstName: "Anna", lastName: "Schmidt", isStaff: true };
  const staff = await a.user(admin);
  await a.user({ ...colleagueLogin, firstName: "Zita", lastName: "Zweig", isStaff: true });
  await a.user({ ...thirdLogin, firstName: "Zoe", lastName: "Zander", isStaff: true });
  const areas = [];
  for (const name of ["Halle 1", "Halle 2", "Halle 10"]) areas.push(await a.area({ name }));
  const rows = [];
  for (const area of areas)
    for (const number of [1, 2, 3]) rows.push(await a.row({ area, number, reverse: number === 2 }));
  const [shelf] = rows;

  const law = await a.customer({ code: 7, name: "Kanzlei Öztürk & Partner", postcode: "01067" });
  const works = await a.customer({ code: 42, name: "Stadtwerke Bremen", postcode: "28195" });
  await a.customer({ code: 4711, name: "Müller Maschinenbau GmbH", postcode: "50667" });
  await a.user({ ...customerLogin, firstName: "Karl", lastName: "Kunde", customers: [works] });
  await a.user({ ...newLogin, firstName: "Nina", lastName: "Neu", customers: [works], initPassword: true });

  const place = () => a.place(shelf ? { row: shelf } : {});
  for (let number = 1; number <= 20; number++) {
    const box = await a.box({ owner: works, number, state: 1, author: staff, place: await place() });
    const texts =
      number === 1
        ? ["Lohnabrechnungen 2019 A–K", "Personalakten Größe M", "Verträge 100 %"]
        : [`Rechnungen ${2000 + number}`];
    for (const text of texts) await a.content({ box, text });
  }
  for (let number = 21; number <= 30; number++) await a.box({ owner: works, number, author: staff });
  for (const [index, state] of ([2, 3, 4, 5, 6, 7] as const).entries()) {
    // the destroyed one by a collective destruction, which has its page
    const made = state === 6 ? 7 : state;
    await a.box({ owner: works, number: 31 + index, state: made, author: staff, place: await place() });
    if (state === 6) await a.destruction(staff);
  }
  for (let number = 1; number <= 45; number++) await a.box({ owner: law, number, author: staff });
}
