import type { OldArchive, OldBox, OldCustomer, OldDelivery, OldEntry, OldOption, OldUser } from "./archive.ts";

function of<T>(list: readonly T[], at: number): T {
  const thing = list[at];
  if (thing === undefined) throw new Error(`The archive has no ${at}th: it is too small for all faults.`);
  return thing;
}

const changeBox =
  (at: number, change: Partial<OldBox> | ((box: OldBox, archive: OldArchive) => void)) => (archive: OldArchive) => {
    const box = of(archive.boxes, at);
    if (typeof change === "function") change(box, archive);
    else Object.assign(box, change);
  };
const changeUser = (at: number, change: Partial<OldUser>) => (archive: OldArchive) =>
  void Object.assign(of(archive.users, at), change);
const changeCustomer = (at: number, change: Partial<OldCustomer>) => (archive: OldArchive) =>
  void Object.assign(of(archive.customers, at), change);
const changeOption = (at: number, change: Partial<OldOption>) => (archive: OldArchive) =>
  void Object.assign(of(archive.options, at), change);
const changeDelivery = (at: number, change: Partial<OldDelivery>) => (archive: OldArchive) =>
  void Object.assign(of(archive.deliveries, at), change);
const changeEntry = (at: number, change: Partial<OldEntry>) =>
  changeBox(at, ({ history }) => void Object.assign(of(history, history.length - 1), change));
const changeFile = (at: number, file: { type: string; bytes: Buffer } | null) =>
  changeBox(at, ({ images }, { files }) => {
    const name = of(images, 0).file;
    if (file === null) files.delete(name);
    else files.set(name, file);
  });

/** Puts a thing more into the archive, once. */
const add =
  <K extends "areas" | "rows" | "customers" | "users" | "options" | "deliveries">(
    kind: K,
    id: number,
    change: Partial<OldArchive[K][number]>,
  ) =>
  (archive: OldArchive) => {
    const things = archive[kind] as { id: number }[];
    archive[kind] = [
      ...things.filter((thing) => thing.id !== id),
      { ...of(things, 0), ...change, id },
    ] as OldArchive[K];
  };
const changeContent = (at: number, change: Partial<OldBox["content"][number]>) =>
  changeBox(at, ({ content }) => void Object.assign(of(content, 0), change));

const emil = { first_name: "Emil", last_name: "Ernst" };
const nothing = { boxes: [], boxcontents: [] };

/** Faults that the data of years may have and no rule of ours allows, each in a thing of its own. */
export const faults: Readonly<Record<string, (archive: OldArchive) => void>> = {
  "a code twice": changeBox(1, (box, { boxes }) => (box.code = of(boxes, 6).code)),
  "a code of another customer's number": changeBox(2, { code: "9999000003" }),
  "two boxes on one place": changeBox(3, (box, { boxes }) => (box.position = of(boxes, 9).position)),
  "a place without a row": changeBox(5, (box) => box.position && (box.position.row = 777)),
  "a stored box without a place": changeBox(7, { position: null }),
  "a destroyed box with a place": changeBox(8, { state: 6, destroyed: "2020-01-01" }),
  "an inconsistent box": changeBox(10, { state: 3 }),
  "an unknown state of a box": changeBox(11, { state: 9 }),
  "a box that is out without a delivery": changeBox(12, { state: 2, position: null }),
  "a box that is ordered without a delivery": changeBox(13, { state: 4 }),
  "a content that is out of a stored box": changeBox(14, (box) => (of(box.content, 0).state = 1)),
  "an unknown state of a content": changeBox(15, (box) => (box.content = [{ id: box.id * 10, text: "x", state: 7 }])),
  "a delivery of another customer's box": changeDelivery(0, { boxes: [2] }),
  "an unknown kind of a delivery": changeDelivery(1, { kind: 5 }),
  "an unknown state of a delivery": changeDelivery(2, { state: 8 }),
  "an option without days": changeOption(0, { days: "" }),
  "an option that ends before it begins": changeOption(1, { fr: "18:00:00" }),
  "a price of three decimals": changeOption(2, { price: "12.345" }),
  "an address of mail twice by capital letters": changeUser(4, { email: "USER4@example.com" }),
  "an address of mail that is none": changeUser(5, { email: "frida.fuchs" }),
  "no address of mail": changeUser(6, { email: "" }),
  "staff among a customer's users": changeCustomer(0, { users: [2, 4] }),
  "a user of no customer": changeCustomer(4, { users: [] }),
  "a customer's code twice": changeCustomer(1, { code: 11 }),
  "letters in a postcode": changeCustomer(2, { address_postcode: "D-28195" }),
  "a date before 1990": changeBox(16, { created: "1970-01-01T00:00:00Z" }),
  "a date in the future": changeBox(17, { created: "2099-01-01T00:00:00Z" }),
  "a date without a zone": changeBox(18, { created: "2019-03-04T08:15:00" }),
  "a history out of order": changeEntry(20, { created: "2018-01-01T00:00:00Z" }),
  "an unknown kind of an entry": changeEntry(21, { state: 55 }),
  "an entry of a user who is gone": changeEntry(22, { user: 4711 }),
  "a picture that is missing": changeFile(24, null),
  "a picture that is none": changeFile(29, { type: "text/html", bytes: Buffer.from("<html>404</html>") }),
  "an area's name twice": add("areas", 4, { name: "Halle 1" }),
  "a row without an area": add("rows", 7, { number: 7, area: 99 }),
  "a row's number twice": add("rows", 8, { number: 1, area: 1 }),
  "a row without a number": add("rows", 9, { number: 0, area: 2 }),
  "a box of no customer": changeBox(25, { owner: 99 }),
  "a code that is none": changeBox(26, { code: "12" }),
  "a box that is not stored, with a place": changeBox(27, { state: 0 }),
  "a box without a size": changeBox(28, { size: 0 }),
  "a year of two digits": changeBox(30, { meta_year: 15 }),
  "a destroyed box without a date": changeBox(31, { state: 6, position: null }),
  "a destroyed box whose history knows the date": changeBox(32, (box) => {
    Object.assign(box, { state: 6, position: null });
    Object.assign(of(box.history, 1), { state: 6, created: "2020-05-31T22:30:00Z" });
  }),
  "a date of destruction of a stored box": changeBox(33, { destroyed: "2020-01-01" }),
  "a content that is ordered without a delivery": changeContent(36, { state: 2 }),
  "a text with signs that nobody sees": changeContent(37, { text: "Akte\u0007 1" }),
  "a text that is missing": changeContent(38, { text: " " }),
  "a text that is too long": changeContent(40, { text: "x".repeat(4001) }),
  "an entry of no kind": changeEntry(41, { state: 300 }),
  "an entry of a user whose name is left": changeEntry(42, {
    author: { first_name: "Otto", last_name: "Weg" },
  }),
  "an entry under the name of two users": (archive) => {
    add("users", 9, { ...emil, email: "user9@example.com" })(archive);
    changeEntry(43, { author: emil })(archive);
  },
  "a date that is none": changeBox(44, { created: "gestern" }),
  "a picture of another kind": changeFile(39, { type: "image/gif", bytes: Buffer.from("GIF89a…") }),
  "a customer without a number": add("customers", 6, { code: -1, users: [] }),
  "a postcode of another country": changeCustomer(3, { address_postcode: "1017 AB" }),
  "a user of a customer who is gone": changeCustomer(2, { users: [6, 77] }),
  "an address of mail with capitals": changeUser(1, { email: "User2@Example.com" }),
  "a salutation that nobody knows": changeUser(7, { gender: "X" }),
  "a price that is none": changeOption(3, { price: "frei" }),
  "hours that are none": changeOption(4, { prior: -1 }),
  "a delivery's number twice": changeDelivery(4, { code: 4 }),
  "a delivery without a customer": add("deliveries", 7, { code: 7, customer: 99, ...nothing }),
  "a delivery of a box that is gone": add("deliveries", 8, { code: 8, customer: 5, boxes: [9999], boxcontents: [] }),
  "a box that two deliveries bring": (archive) => {
    for (const id of [9, 10])
      add("deliveries", id, { code: id, customer: 5, state: 0, boxes: [50], boxcontents: [] })(archive);
  },
  "a return that is canceled": add("deliveries", 11, { code: 11, kind: 1, state: 3, ...nothing }),
  "a sign that nobody can read": ({ signs }) => void (signs["codes/row-6.png"] = ""),
  "a sign twice": ({ signs }) => void (signs["codes/row-5.png"] = signs["codes/row-4.png"] = "ALT/R45"),
  "a picture of 0 bytes": changeFile(34, { type: "image/jpeg", bytes: Buffer.alloc(0) }),
};

/** Puts every fault into an archive. */
export function withFaults(archive: OldArchive): OldArchive {
  for (const change of Object.values(faults)) change(archive);
  return archive;
}
