// Values that the examples of several nouns share, so that they describe one archive.

export const created = "2026-11-02T08:30:00.000Z";
export const hash = "9f2c".repeat(16);
export const url = "https://archiv.example/api/v1";
export const pageOf = (entry: object) => ({ count: 1, count_pages: 1, current_page: 1, results: [entry] });

export const owner = { id: 7, code: 42, name: "Klinikum Nord" };
export const person = { first_name: "Erika", last_name: "Muster" };
/** The own password, where a call asks for it again. */
export const proof = { own_password: "Apfelbaum-2026" };
export const area = { id: 2, name: "Halle 1" };
/** Code of the box that every example is about, and the place where the box stands. */
export const code = "0042000123";
export const place = "Halle 1, Reihe 3, Teil 2, Höhe 1";
export const Position = { id: 11, part: 2, height: 1, created, row: { id: 5, number: 3, reverse: false, area } };
export const inside = { id: 9, text: "Rechnungen A–K", state: 0, created };

export const hours = { days: "1,3,5", to: "16:00", prior: 2, window: 4, price: "12.50" };
export const option = { id: 3, customer: owner.id, description: "Standard", fr: "08:00", ...hours, rush: false };
export const someone = {
  ...person,
  email: "erika.muster@example.com",
  gender: "F",
  is_staff: false,
  manages_users: false,
  phone1: "0421 1234",
  phone2: "",
};
