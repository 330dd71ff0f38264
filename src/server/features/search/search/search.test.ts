import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createContent } from "#contract/calls/stock/contents.ts";
import { createCustomer } from "#contract/calls/customers/customers.ts";
import { search } from "#contract/calls/search/search.ts";
import type { SearchKind } from "#rules/search/search-kinds.ts";
import { fold, spellingsOf, computeTrigrams } from "#rules/search/spelling.ts";
import { Database, servingLimits } from "#server/database/database.ts";
import { hasWords } from "#server/database/search/has-words.ts";
import { joinConditions } from "#server/database/search/search-for.ts";
import { countSpellings } from "#server/database/spellings/count-spellings.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";
import { locked } from "#test/support/locks.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
/** Staff of a server whose searches end as where people work, after a time that a busy machine keeps, too. */
const inTime = new Database(connection, { limits: { ...servingLimits, searching: 1_000 } });
afterAll(() => inTime.close());
const hasty = await (await testServer(inTime)).asStaff();

const add = (box: Box, text: string) => staff.call(createContent, { body: { box_id: box.id, text } });
type Asked = NonNullable<Parameters<typeof staff.call<typeof search>>[1]["query"]>;
const found = async (q: string, { as = staff, ...more }: Asked & { as?: Client } = {}) =>
  as.call(search, { query: { q, ...more } });
/** The titles of what is found, by kind. */
async function titles(q: string, more: Asked & { as?: Client } = {}): Promise<Partial<Record<SearchKind, string[]>>> {
  const { groups } = await found(q, more);
  return Object.fromEntries(groups.map(({ kind, results }) => [kind, results.map(({ title }) => title)]));
}
const contents = async (q: string, more: Asked & { as?: Client } = {}) => (await titles(q, more)).content ?? [];

describe("a content is found", () => {
  test("in the second in which it was added, with its box, its owner, its place and where the words stand", async () => {
    const owner = await a.customer({ code: 4711, name: "Notariat Kern" });
    const row = await a.row({ area: await a.area({ name: "Halle 7" }), number: 3 });
    const box = await a.box({ owner, state: 1, place: { row, part: 2, height: 1 } });
    const { id } = await add(box, "Urkundenrolle 88/2017");
    const { groups, corrected, late, hint } = await found("2017 urkunden");
    expect({ corrected, late, hint }).toEqual({ corrected: null, late: [], hint: null });
    expect(groups).toEqual([
      {
        kind: "content",
        count: 1,
        more: false,
        results: [
          {
            id,
            title: "Urkundenrolle 88/2017",
            highlight: [
              [0, 8],
              [17, 21],
            ],
            box: { id: box.id, code: box.code, state: 1 },
            owner: { id: owner.id, code: 4711, name: "Notariat Kern" },
            state: 0,
            position: expect.objectContaining({ part: 2, height: 1, row: expect.objectContaining({ number: 3 }) }),
          },
        ],
      },
    ]);
  });

  const spellings: [written: string, ...typed: string[]][] = [
    ["Nachlass Müller", "Müller", "Mueller", "Muller", "MÜLLER", "mu\u0308ller"],
    ["Nachlass Moeller", "Möller", "Moeller", "Moller"],
    ["Kontoauszüge Q3", "kontoauszuege", "Kontoauszüge", "kontoauszuge"],
    ["Große Straße 5", "grosse strasse", "Große Straße", "GROSSE STRASSE"],
    ["Schlossgasse", "Schloßgasse"],
    ["Łódź und Žižka", "lodz zizka", "Łódź"],
    ["Bäuerliche Erbfälle", "Baeuerliche Erbfaelle", "bauerliche erbfalle"],
    ["Neue Steuerakten", "neue steuer", "Steuerakten"],
    ["Öl, Gas & Wärme 100 %", "Oel Wärme", '"& Waerme 100 %"'],
  ];
  test.each(spellings)("%s, however it is typed", async (written, ...typed) => {
    const owner = await a.customer();
    await add(await a.box({ owner }), written);
    for (const each of typed) expect(await contents(`${each} kunde:${owner.code}`), each).toEqual([written]);
  });

  test("rather where the word stands alone, and before what is destroyed", async () => {
    const owner = await a.customer();
    const [box, gone] = [await a.box({ owner }), await a.box({ owner, state: 6 })];
    await a.content({ box: gone, text: "Frachtbriefe" });
    for (const text of ["Frachtbriefekasten", "Frachtbriefe von 2001", "Frachtbriefe"]) await add(box, text);
    expect(await contents(`frachtbriefe kunde:${owner.code}`)).toEqual([
      "Frachtbriefe",
      "Frachtbriefe von 2001",
      "Frachtbriefekasten",
      "Frachtbriefe",
    ]);
  });

  test("by a piece of a long text, which is cut around it", async () => {
    const owner = await a.customer();
    await add(await a.box({ owner }), `${"Lorem ipsum ".repeat(100)} Grundbuchauszug ${"dolor sit ".repeat(100)}`);
    const { groups } = await found(`grundbuchauszug kunde:${owner.code}`);
    const [{ title, highlight } = { title: "", highlight: [] }] = groups[0]?.results ?? [];
    expect(title.length).toBeLessThan(170);
    expect(title.slice(...(highlight[0] as [number, number]))).toBe("Grundbuchauszug");
  });
});

test("the program folds a text as the database does, or it would not know where the words stand", async () => {
  const texts = [
    "Ärger über Maß und Straße",
    "ŁÓDŹ Øre đinar ẞ ﬁ ½ İ",
    ...fc.sample(fc.string({ unit: "grapheme", maxLength: 30 }), 300).filter((text) => !text.includes("\0")),
  ];
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, search_text(text) as folded from unnest(${texts}::text[]) text`.execute(db.read);
  // the greatest part: of capital letters beyond Latin the two know different editions of Unicode
  const same = rows.filter(({ text, folded }) => fold(text) === folded);
  expect(same.length).toBeGreaterThan(rows.length * 0.95);
  expect(same.map(({ text }) => text)).toEqual(expect.arrayContaining(texts.slice(0, 1)));
});

test("the index of a customer's own contents has what is looked up of every word that a text has, and it is nobody else's", async () => {
  const letters = fc.string({
    unit: fc.constantFrom(...Array.from("aeoubnrtzäöüß -.12ДŁ")),
    minLength: 3,
    maxLength: 14,
  });
  const piece = fc.tuple(letters, fc.nat(8), fc.nat(12), fc.constantFrom("ue", "u", "ü"));
  const cases = fc
    .sample(piece, 3000)
    .map(([text, from, length, spelled]) => ({ text, word: text.slice(from, from + length).replaceAll("ü", spelled) }))
    .filter(({ text, word }) => word.trim() !== "" && new RegExp(spellingsOf(word)).test(fold(text)))
    .map((each) => ({ ...each, trigrams: computeTrigrams(each.word) }));
  expect(cases.filter(({ trigrams }) => trigrams.length > 0).length).toBeGreaterThan(300);
  const { rows } = await sql<{ text: string; word: string; own: boolean; foreign: boolean }>`
    select c.text, c.word, owned_trigrams(7, c.text) @> k.own as own, owned_trigrams(8, c.text) && k.own as foreign
    from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) c(text text, word text, trigrams text[])
    cross join lateral (select array(select hashtextextended(t, 7) from unnest(c.trigrams) t) as own) k`.execute(
    db.read,
  );
  expect(rows.filter(({ own, foreign }) => !own || foreign)).toEqual([]);
  expect(rows).toHaveLength(cases.length);
});

describe("what was mistyped", () => {
  const typos: [typed: string, written: string, meant: string][] = [
    ["Schriftverkher", "Schriftverkehr A–K", "Schriftverkehr"],
    ["Schriftvekehr", "Schriftverkehr A–K", "Schriftverkehr"],
    ["Rechnugen", "Eingangsrechnungen 2014", "Eingangsrechnungen"],
    ["Rehcnungen", "Eingangsrechnungen 2014", "Eingangsrechnungen"],
    ["Personlakten", "Personalakten ausgeschieden", "Personalakten"],
    ["Kontoauzuege", "Kontoauszüge Januar", "Kontoauszüge"],
    ["Gehaltsjurnale", "Lohn- und Gehaltsjournale", "Gehaltsjournale"],
    ["Patientnakte", "Patientenakte Hartmann", "Patientenakte"],
    ["Röntgenaufnamen", "Röntgenaufnahmen C–F", "Röntgenaufnahmen"],
    ["Buchngsbelege", "Buchungsbelege Ordner 7", "Buchungsbelege"],
    ["Lieferschiene", "Lieferscheine (2019)", "Lieferscheine"],
    ["Grundstükskauf", "Grundstückskauf Am Markt", "Grundstückskauf"],
    ["Urkundenrole", "Urkundenrolle 12", "Urkundenrolle"],
    ["Jahresabschlus 2018", "Jahresabschlüsse 2018", "Jahresabschlüsse 2018"],
    ["Hartman", "Patientenakte Hartmann", "Hartman"],
    ["Hatrmann", "Patientenakte Hartmann", "Hartmann"],
    ["Mülelr", "Nachlass Müller", "Müller"],
    ["Schimdt", "Ehesache Schmidt", "Schmidt"],
    ["Gewähleistung", "Gewährleistung Los 4", "Gewährleistung"],
    ["Versicherungmakler", "Versicherungsmakler", "Versicherungsmakler"],
    ["Stadverwaltung", "Stadtverwaltung", "Stadtverwaltung"],
    ["Akta Hartmann", "Akte Hartmann 5", "Akte Hartmann"],
  ];

  expensive("twenty-two mistyped words, each searched in several ways")(
    "is suggested, of twenty-two words that somebody mistyped, each by the word that the archive has",
    async () => {
      const owner = await a.customer();
      const box = await a.box({ owner });
      for (const text of new Set(typos.map(([, written]) => written))) await add(box, text);
      const own = await server.asCustomer(owner);
      const missed: string[] = [];
      for (const [typed, written, meant] of typos) {
        const first = await found(typed, { as: own });
        const next = first.corrected ?? typed;
        const finds = (await contents(next, { as: own })).includes(written);
        if (!finds || (first.corrected !== null && first.corrected !== meant))
          missed.push(`${typed} → ${first.corrected}`);
      }
      expect(missed).toEqual([]);
    },
  );

  test("is looked for in the index alone, be the word as long and its other letters as frequent as they may", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner });
    for (let index = 0; index < 5; index++) await add(box, `Ambulanzkarten ${index}`);
    const words = hasWords(sql`text`, { words: [spellingsOf("Ambulanzkartn")], shortWords: [] });
    const plan = await db.write(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql<object>`explain (analyze, format text) select id from contents where ${joinConditions(words)}`.execute(
        tx,
      );
    });
    const said = plan.rows.map((row) => Object.values(row).join()).join("\n");
    expect(said).toMatch(/Bitmap Index Scan on contents_search .*rows=0/);
  });

  test("is suggested by the name and the town of a customer, too", async () => {
    await staff.call(createCustomer, { body: { name: "Spedition Wachsmuth", address_city: "Eberswalde" } });
    expect(await found("Wachmsuth")).toMatchObject({ groups: [], corrected: "Wachsmuth" });
    expect(await titles("Wachsmuth Eberswalde")).toEqual({
      customer: [expect.stringContaining("Wachsmuth, Eberswalde")],
    });
  });

  test("is not suggested by a word that is gone, nor a number by another one", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner });
    const { id } = await add(box, "Quittungsblöcke 471108");
    expect((await found(`Quittunsblöcke kunde:${owner.code}`)).corrected).toBe(`Quittungsblöcke kunde:${owner.code}`);
    expect((await found(`471107 kunde:${owner.code}`)).corrected).toBeNull();
    await db.write((tx) => tx.deleteFrom("contents").where("id", "=", id).execute());
    expect((await found(`Quittunsblöcke kunde:${owner.code}`)).corrected).toBeNull();
  });

  test("is suggested in an archive of before as soon as its words are counted", async () => {
    const owner = await a.customer();
    await a.content({ box: await a.box({ owner }), text: "Zeugnisabschriften" });
    expect((await found("Zeugnisabschrfiten")).corrected).toBeNull();
    await countSpellings(db, new AbortController().signal);
    expect((await found("Zeugnisabschrfiten")).corrected).toBe("Zeugnisabschriften");
  });
});

describe("besides contents there are found", () => {
  test("a box by its code in any grouping, by both numbers, by its own number and by a piece", async () => {
    const owner = await a.customer({ code: 77 });
    const box = await a.box({ owner, number: 83_219 });
    const shown = "0077.083.219";
    for (const typed of ["0077083219", shown, "0077 083 219", "77 83219", "77-83219", "83219", "7708321"])
      expect((await titles(typed)).box, typed).toEqual([shown]);
    const [result] = (await found("083.219")).groups[0]?.results ?? [];
    expect(result).toMatchObject({ id: box.id, highlight: [[5, 12]], box: { code: box.code }, owner: { code: 77 } });
    expect((await titles("kunde:77")).box).toEqual([shown]);
  });

  test("customers by number, name and town, by staff also by their notes", async () => {
    const owner = await a.customer({ code: 909, name: "Spedition Vöhringer", notes: "Schlüssel beim Pförtner" });
    const own = await server.asCustomer(owner);
    const name = "0909 – Spedition Vöhringer";
    expect(await titles("voehringer")).toEqual({ customer: [name] });
    expect((await titles("909")).customer).toEqual([name]);
    expect(await titles("Pförtner")).toEqual({ customer: [name] });
    expect(await titles("voehringer", { as: own })).toEqual({ customer: [name] });
    expect(await titles("Pförtner", { as: own })).toEqual({});
  });

  test("deliveries by number, by a comment and by what was ordered, the newest first", async () => {
    const owner = await a.customer();
    const option = await a.option({ owner });
    const boxes = async () => [await a.box({ owner, state: 1 })];
    const content = await a.content({ box: await a.box({ owner, state: 1 }), text: "Wiedergutmachungsakte" });
    const first = await a.delivery({ owner, option, boxes: await boxes(), contents: [content] });
    const second = await a.delivery({
      owner,
      option,
      boxes: await boxes(),
      comment: "Wiedergutmachung, eilt",
      state: 3,
    });
    const { code } = await db.read
      .selectFrom("deliveries")
      .select("code")
      .where("id", "=", second.id)
      .executeTakeFirstOrThrow();
    const { groups } = await found("wiedergutmachung");
    expect(groups.map(({ kind }) => kind)).toEqual(["content", "delivery"]);
    expect(groups[1]?.results.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(groups[1]?.results[0]).toMatchObject({
      title: `${String(code).padStart(6, "0")} – Wiedergutmachung, eilt`,
      highlight: [[9, 25]],
      owner: { id: owner.id },
      state: 3,
    });
    const numbered = (await found(String(code).padStart(2, "0"))).groups.find(({ kind }) => kind === "delivery");
    expect(numbered?.results.map(({ id }) => id)).toEqual([second.id]);
    expect(Object.keys(await titles("wiedergutmachung zustand:storniert"))).toEqual(["delivery"]);
  });

  test("rows by area and number, and by their QR code, for staff alone", async () => {
    const area = await a.area({ name: "Südbunker" });
    const [six, sixteen] = [await a.row({ area, number: 6 }), await a.row({ area, number: 16 })];
    expect(await titles("suedbunker reihe 6")).toEqual({ row: ["Südbunker, Reihe 6"] });
    expect((await titles("Südbunker")).row).toEqual(["Südbunker, Reihe 6", "Südbunker, Reihe 16"]);
    expect((await titles(`MAGAZIN:ROW:${sixteen.id}`)).row).toEqual(["Südbunker, Reihe 16"]);
    const own = await server.asCustomer(await a.customer());
    for (const q of ["Südbunker", `MAGAZIN:ROW:${six.id}`]) expect(await titles(q, { as: own })).toEqual({});
  });
});

test("words narrow what is found to a customer, a year and a state, as the filters do", async () => {
  const [one, two] = [await a.customer({ code: 811 }), await a.customer({ code: 812 })];
  const stored = await a.box({ owner: one, state: 1 });
  await db.write((tx) => tx.updateTable("boxes").set({ meta_year: 2019 }).where("id", "=", stored.id).execute());
  const [out, other] = [await a.box({ owner: one, state: 2 }), await a.box({ owner: two, state: 1 })];
  for (const [box, text] of [
    [stored, "Steckbrief A"],
    [out, "Steckbrief B"],
    [other, "Steckbrief C"],
  ] as const)
    await add(box, text);
  const narrowed: [string, Asked, string[]][] = [
    ["steckbrief", {}, ["A", "B", "C"]],
    ["steckbrief kunde:811", {}, ["A", "B"]],
    ["steckbrief", { customer: 812 }, ["C"]],
    ["steckbrief KUNDE:0811 jahr:2019", {}, ["A"]],
    ["steckbrief", { year: 2019 }, ["A"]],
    ["steckbrief zustand:eingelagert", {}, ["A", "C"]],
    ["zustand:nicht eingelagert steckbrief", {}, ["B"]],
    ['zustand:"nicht eingelagert" steckbrief', {}, ["B"]],
    ["steckbrief zustand:nicht", { customer: 811 }, ["B"]],
    ["steckbrief", { state: 2 }, ["B"]],
    ["„steckbrief a“", {}, ["A"]],
    ["steckbrief", { kinds: "box,customer" }, []],
    ["steckbrief kunde:9998", {}, []],
  ];
  for (const [q, more, letters] of narrowed) {
    const wanted = letters.map((letter) => `Steckbrief ${letter}`);
    expect((await contents(q, more)).toSorted(), `${q} ${JSON.stringify(more)}`).toEqual(wanted);
  }
  const { groups } = await found("steckbrief", { limit: 1 });
  expect(groups).toMatchObject([{ kind: "content", count: 3, more: false, results: [{ highlight: [[0, 10]] }] }]);
});

test("a thousand and more are counted no further, and the word that very many have shows the newest", async () => {
  const owner = await a.customer();
  const box = await a.box({ owner });
  const many = Array.from({ length: 1003 }, (_, index) => ({
    box_id: box.id,
    customer_id: owner.id,
    text: `Serienakte ${index}`,
  }));
  await db.write((tx) => tx.insertInto("contents").values(many).execute());
  const group = async () => (await found("serienakte", { limit: 2 })).groups[0];
  expect(await group()).toMatchObject({
    count: 1000,
    more: true,
    results: [{ title: "Serienakte 9" }, { title: "Serienakte 8" }],
  });
  await db.write((tx) =>
    tx.insertInto("search_words").values({ customer_id: owner.id, word: "serienakte", count: 20_000 }).execute(),
  );
  expect(await group()).toMatchObject({
    count: 1000,
    more: true,
    results: [{ title: "Serienakte 1002" }, { title: "Serienakte 1001" }],
  });
});

test("a customer user finds what is theirs, counts it, gets no word of others and no place", async () => {
  const [mine, theirs] = [await a.customer({ name: "Meine Firma" }), await a.customer({ name: "Geheimrat Ypsilanti" })];
  const row = await a.row({ area: await a.area({ name: "Geheimhalle" }) });
  for (const owner of [mine, theirs]) {
    const box = await a.box({ owner, state: 1, place: await a.place({ row }) });
    await add(box, "Gemeinsames Wort");
  }
  await add(await a.box({ owner: theirs }), "Zwangsversteigerung Ypsilanti");
  const own = await server.asCustomer(mine);
  const answer = await own.ask(search, { query: { q: "gemeinsames" } });
  expect(answer.body).toMatchObject({ groups: [{ kind: "content", count: 1, results: [{ owner: { id: mine.id } }] }] });
  expect(answer.text).not.toMatch(/position|Geheim|Ypsilanti/);
  const foreign = [
    "Ypsilanti",
    "Ypsilnati",
    "Zwangsversteigreung",
    "Zwangsversteigerung",
    `kunde:${theirs.code}`,
    "Geheimhalle",
  ];
  for (const q of foreign) expect(await found(q, { as: own }), q).toMatchObject({ groups: [], corrected: null });
  expect((await found("Ypsilnati")).corrected).toBe("Ypsilanti");
  // who sees two customers finds the things of both, who sees five those of all
  const all = [await a.customer(), await a.customer(), await a.customer()];
  for (const client of [await server.asCustomer(mine, theirs), await server.asCustomer(mine, theirs, ...all)])
    expect((await found("gemeinsames", { as: client })).groups[0]?.count).toBe(2);
  expect(await found("gemeinsames", { as: await server.asCustomer() })).toMatchObject({ groups: [], corrected: null });
});

test("kinds that take too long are named, and the others are there all the same", async () => {
  await a.customer({ name: "Langsame Leute" });
  const held = await locked(db, (tx) => sql`lock table contents in access exclusive mode`.execute(tx));
  const { groups, late, corrected } = await hasty.call(search, { query: { q: "langsame" } });
  await held();
  expect(groups).toMatchObject([{ kind: "customer", count: 1 }]);
  expect({ late, corrected }).toEqual({ late: ["content"], corrected: null });
});
