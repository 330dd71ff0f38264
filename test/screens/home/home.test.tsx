import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { customerSummary, getCustomer, storedMetres } from "#contract/calls/customers/customers.ts";
import { getProcedure } from "#contract/calls/destruction/procedures.ts";
import { listHolds } from "#contract/calls/destruction/holds.ts";
import { home } from "#contract/calls/home/home.ts";
import { listRetained } from "#contract/calls/destruction/retention.ts";
import { listSessions } from "#contract/calls/access/sessions.ts";
import type { Route } from "#contract/route.ts";
import type { Home, WaitingLine } from "#contract/schemas/home/home.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { type WaitingKind, waitingKinds } from "#rules/waiting-lines.ts";
import { expectGoodLooks, link, title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

/** Starts to measure how much of the page moves without anybody's doing, as the browser counts it. The returned function ends this. */
function watchShifts(): () => number {
  let sum = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEntry & { value: number })[]) sum += entry.value;
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  return () => {
    note(observer.takeRecords());
    observer.disconnect();
    return sum;
  };
}

const frame = () => new Promise(requestAnimationFrame);

/** Opens an address whose calls are answered one after the other, each with a page painted in between. */
async function openSlowly(
  address: string,
  { who, late, answers }: { who: typeof staff; late: readonly Route[]; answers?: (server: Stub) => void },
) {
  const come: (() => void)[] = [];
  await open(address, {
    who,
    answers: (server) => {
      answers?.(server);
      for (const route of late) come.push(server.hold(route));
    },
  });
  await frame();
  const shifted = watchShifts();
  for (const next of come) {
    next();
    for (let frames = 0; frames < 12; frames++) await frame();
  }
  return shifted;
}

const section = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
const texts = (of: ReturnType<typeof section>) => of.elements().map((element) => element.textContent);

const nothing: Home = {
  tour: { deliveries: [], count: 0, lines_count: 0, left_count: 0, done_count: 0, next: null },
  waiting: [],
  new_devices: 0,
  may_import: false,
  backup: { taken: new Date().toISOString(), stale: false, plain: false },
  procedure_news: 0,
  first_steps: null,
  stock: null,
};

/** Opens home with what the server says of it. */
const openHome = (reply: Partial<Home>, who = staff) =>
  open("/home", { who, answers: (server) => server.reply(home, { ...nothing, ...reply }) });

const since = "2026-11-02T08:30:00.000Z";
const first = { id: 12, name: "Erste" };

/** For each kind its button, and where that leads: of one, and of several. */
const expected: Readonly<Record<WaitingKind, readonly [action: string, one: string, several: string]>> = {
  batch_draft: ["Weiter", "/services/destructions/12", "/services/destructions?turn=true"],
  batch_approve: ["Freigeben", "/services/destructions/12", "/services/destructions?turn=true"],
  batch_letter: ["Freigeben", "/services/destructions/12", "/services/destructions/12"],
  batch_unanswered: ["Prüfen", "/services/destructions/12", "/services/destructions/12"],
  batch_nobody: ["Prüfen", "/customers/12?tab=retention", "/customers/12?tab=retention"],
  batch_confirm: ["Bestätigen", "/services/destructions/12", "/services/destructions?turn=true"],
  batch_shred: ["Weiter", "/services/destructions/12", "/services/destructions?turn=true"],
  batch_witness: ["Bestätigen", "/services/destructions/12", "/services/destructions?turn=true"],
  batch_certify: ["Weiter", "/services/destructions/12", "/services/destructions?turn=true"],
  procedure: ["Bestätigen", "/customers/12?tab=retention", "/customers/12?tab=retention"],
  import_errors: ["Berichtigen", "/services/imports/12", "/services/imports"],
  import_open: ["Weiter", "/services/imports/12", "/services/imports"],
  rows_counted: ["Prüfen", "/services/stocktakes/12", "/services/stocktakes/12"],
  second_looks: ["Prüfen", "/services/stocktakes/12", "/services/stocktakes/12"],
  cases_due: ["Prüfen", "/cases/12", "/cases?open=due"],
  cases_seen: ["Prüfen", "/cases/12", "/cases?open=asks"],
  cases_mine: ["Weiter", "/cases/12", "/cases?open=all&assignee=1"],
  boxes_overdue: ["Prüfen", "/stock/boxes/12", "/stock/boxes?due=overdue"],
  boxes_returned: ["Einlagern", "/stock/boxes/12", "/stock/boxes?state=5"],
  boxes_inconsistent: ["Prüfen", "/stock/boxes/12", "/stock/boxes?state=3"],
  boxes_marked: ["Prüfen", "/services/destruction", "/services/destruction"],
  billing_due: ["Abrechnen", "/billing/run", "/billing/run"],
  numbers: ["Weiter", "/billing/accounting", "/billing/accounting"],
  messages_failed: ["Prüfen", "/services/messages?state=failed", "/services/messages?state=failed"],
  pictures: ["Prüfen", "/stock/boxes/12", "/stock/boxes?pictures=todo"],
};

/** The buttons of what waits: what they say, and where they lead. */
const buttonsOf = () =>
  section("Wartet auf Sie")
    .getByRole("link")
    .elements()
    .map((element) => [element.textContent.split(" (")[0], element.getAttribute("href")]);

describe("what waits", () => {
  test.each([
    ["one", 1],
    ["several", 2],
  ] as const)("has of %s of each kind a line with the one button that leads to where it is done", async (_what, at) => {
    const count = at === 1 ? 1 : 3;
    await openHome({ waiting: waitingKinds.map((kind) => ({ kind, count, since, first })) });
    await expect.poll(buttonsOf).toEqual(waitingKinds.map((kind) => [expected[kind][0], expected[kind][at]]));
    const lines = section("Wartet auf Sie").getByRole("listitem").elements();
    for (const { textContent } of lines) {
      expect(textContent).toMatch(at === 1 ? /^1 / : /^3 /);
      const isNamed = at === 1 && !textContent.includes("abzurechnen");
      expect(textContent).toContain(isNamed ? "Erste, seit 02.11.2026" : "seit 02.11.2026");
    }
    await expectGoodLooks();
  });

  test("leads a customer's user to their own pages", async () => {
    const kinds = ["batch_approve", "batch_nobody", "procedure", "import_errors", "import_open"] as const;
    await openHome({ waiting: kinds.map((kind) => ({ kind, count: 1, since, first })) }, customerUser);
    await expect
      .poll(() => buttonsOf().map(([, address]) => address))
      .toEqual(["/destructions/12", "/colleagues", "/destructions", "/imports/12", "/imports/12"]);
    await expectGoodLooks();
  });

  test.each([
    [[], "Zurzeit wartet nichts auf Sie.", null],
    [["cases_due"], "Sonst nichts offen", "1"],
    [["cases_due", "pictures"], "Sonst nichts offen", "2"],
  ] as const)(
    "%j collapses the rest into one line, and the entry of the menu carries the figure",
    async (kinds, rest, figure) => {
      const waiting: WaitingLine[] = kinds.map((kind) => ({ kind, count: 4, since, first }));
      await openHome({ waiting });
      await expect.element(section("Wartet auf Sie").getByText(rest, { exact: true })).toBeVisible();
      const entry = page
        .getByRole("navigation", { name: "Hauptmenü" })
        .getByRole("link", { name: "Home", exact: true });
      expect(entry.element().textContent).toBe("Home");
      await expect
        .poll(() => entry.element().querySelector("[data-count]")?.getAttribute("data-count") ?? null)
        .toBe(figure);
    },
  );
});

describe("the tour", () => {
  const day = (days: number) => `${addDays(berlinDay(new Date()), days)}T10:00:00.000Z`;
  const address = "Lange Straße 5, 28195 Bremen";
  const customer = { id: 7, code: 42, name: "Klinikum Nord" };
  const stop = { customer, lines_count: 3, loaded_count: 0, until: "13:30", address };
  const tour = {
    deliveries: [
      { ...stop, id: 1, code: 1, kind: 0, state: 0, time: day(-2), left_count: 3 },
      { ...stop, id: 2, code: 2, kind: 0, state: 1, time: day(0), left_count: 0, loaded_count: 2 },
      { ...stop, id: 3, code: 3, kind: 1, state: 0, time: null, left_count: 1 },
    ],
    count: 5,
    lines_count: 15,
    left_count: 6,
    done_count: 4,
    next: { day: "2026-12-01", count: 2 },
  } as Home["tour"];

  test("says of each delivery how far it is and what comes next", async () => {
    await openHome({ tour });
    const lines = section("Heute").getByRole("listitem");
    await expect
      .poll(() => texts(lines))
      .toEqual([
        `000001Offenüberfällig seit ${showDate(day(-2).slice(0, 10))}Klinikum Nord0 von 3 geholtHolen (Lieferung 000001)`,
        expect.stringMatching(
          /^000002In Bearbeitungheute, 1[12]:00 UhrKlinikum Nord3 von 3 geholt, 2 geladenÜbergeben \(Lieferung 000002\)$/,
        ),
        "000003OffenOhne TagKlinikum Nord2 von 3 zurückAnnehmen (Lieferung 000003)",
      ]);
    await expect.element(section("Heute").getByRole("progressbar")).toHaveAttribute("aria-valuenow", "60");
    for (const text of [
      "2 weitere Lieferungen",
      "4 Lieferungen heute abgeschlossen",
      /^Danach Dienstag, 01\.12\.2026: 2/,
    ])
      await expect.element(section("Heute").getByText(text)).toBeVisible();
    await expectGoodLooks();
  });

  test("tells a customer's user what comes when and where to", async () => {
    await openHome({ tour }, customerUser);
    const lines = section("Laufende Lieferungen").getByRole("listitem");
    await expect
      .poll(() => texts(lines))
      .toEqual([
        `überfällig seit ${showDate(day(-2).slice(0, 10))}OffenLieferung 0000010 von 3 bereit${address}`,
        expect.stringMatching(
          /^heute, [\d.]{10}, 1[12] bis 13:30 UhrIn BearbeitungLieferung 0000023 von 3 bereitLange Straße 5/,
        ),
        `Ohne TagOffenRückgabe 0000032 von 3 zurück${address}`,
      ]);
    await expectGoodLooks();
  });

  test("names each customer where the user has several, and shows five deliveries until all are asked for", async () => {
    const deliveries = Array.from({ length: 16 }, (_, id) => ({ ...tour.deliveries[0]!, id: id + 1, code: id + 1 }));
    const customers = [customer, { ...customer, id: 8, name: "Klinikum Süd" }].map((one) => ({
      ...one,
      may_manage: false,
    }));
    await openHome({ tour: { ...tour, deliveries, count: 16 } }, { ...customerUser, customers });
    const lines = section("Laufende Lieferungen").getByRole("listitem");
    await expect.poll(() => texts(lines)).toHaveLength(5);
    expect(texts(lines)[0]).toContain("Klinikum Nord");
    await page.getByRole("button", { name: "alle 16" }).click();
    await expect.poll(() => texts(lines)).toHaveLength(16);
    await expect.element(page.getByRole("button", { name: "alle 16" })).not.toBeInTheDocument();
  });

  test.each([
    ["desk", 1280],
    ["phone", 360],
  ])("comes at the %s after what waits and before the three doors", async (_where, width) => {
    await page.viewport(width, 800);
    const waiting = [{ kind: "batch_approve", count: 1, since, first }] as const;
    await openHome({ tour, waiting: [...waiting], may_import: true }, customerUser);
    await expect
      .poll(() =>
        page
          .getByRole("main")
          .getByRole("heading", { level: 2 })
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual([
        "Wartet auf Sie (1)",
        "Laufende Lieferungen (5)",
        "Was möchten Sie tun?",
        "Zuletzt geöffnet",
        "Schneller zum Ziel",
      ]);
    const doors = section("Was möchten Sie tun").getByRole("listitem").getByRole("link").elements();
    expect(doors.map((door) => [door.textContent, door.getAttribute("href")])).toEqual([
      ["Box anfordern", "/deliveries/create?scan=false"],
      ["Scan bestellen", "/deliveries/create?scan=true"],
      ["Abholung bestellen", "/deliveries/pickup"],
    ]);
    expect(new Set(doors.map((door) => Math.round(door.getBoundingClientRect().width))).size).toBe(1);
    for (const name of ["Meine Boxen", "Boxen importieren"]) await expect.element(link(name)).toBeVisible();
    await expectGoodLooks();
  });
});

test("the first day has its steps with ticks, and the button at the next one", async () => {
  const stock = [{ month: "2026-11", meters: 0, boxes: 0, places: 0 }];
  await openHome({ first_steps: { area: true, row: true, labels: false, customer: 7, option: false }, stock });
  const steps = section("Erste Schritte").getByRole("listitem");
  await expect
    .poll(() =>
      steps.elements().map((step) => [step.querySelector("a")?.textContent, step.querySelector("[role=img]") !== null]),
    )
    .toEqual([
      ["Bereich", true],
      ["Reihen", true],
      ["Etiketten", false],
      ["Kunde", true],
      ["Option", false],
      ["Boxen", false],
    ]);
  await expect.element(link("Weiter mit Etiketten")).toHaveAttribute("href", "/services/rowlabels");
  expect(link("Option").element().getAttribute("href")).toBe("/customers/7");
  for (const name of ["Heute", "Bestand"]) await expect.element(section(name)).not.toBeInTheDocument();
  await expectGoodLooks();
});

describe("who leads", () => {
  const months = Array.from({ length: 24 }, (_, at) => ({
    month: `${at < 1 ? 2024 : at < 13 ? 2025 : 2026}-${String(((at + 11) % 12) + 1).padStart(2, "0")}`,
    meters: 100 + at,
    boxes: 50 + at,
    places: 200,
  }));

  const begunIn = (start: number) => months.map((one, at) => (at < start ? { ...one, meters: 0, boxes: 0 } : one));

  test("reads metres and occupancy against the last month, and every month in a table", async () => {
    await openHome({ stock: months });
    const stock = section("Bestand");
    for (const text of ["123,00 m", "+1,00 m seit Ende Oktober 2026", "36,5 %", "73 von 200 Plätzen"])
      await expect.element(stock.getByText(text, { exact: true }).first()).toBeInTheDocument();
    await expect.element(stock.getByText("+0,5 Prozentpunkte seit Ende Oktober 2026")).toBeVisible();
    expect(stock.getByRole("row").elements()).toHaveLength(25);
    await expectGoodLooks();
  });

  test("sees today's figures alone until there are two months", async () => {
    await openHome({ stock: begunIn(23) });
    const stock = section("Bestand");
    await expect.element(stock.getByText("123,00 m", { exact: true })).toBeVisible();
    await expect.element(stock.getByText("73 von 200 Plätzen")).toBeVisible();
    expect(stock.element().querySelectorAll("svg, table")).toHaveLength(0);
    expect(stock.element().textContent).not.toContain("seit Ende");
  });

  test("sees two months as a curve", async () => {
    await openHome({ stock: begunIn(22) });
    await expect.poll(() => section("Bestand").element().querySelectorAll("svg")).toHaveLength(2);
  });

  test("alone has the column", async () => {
    await openHome({ stock: null });
    await expect.element(section("Wartet auf Sie")).toBeVisible();
    await expect.element(section("Bestand")).not.toBeInTheDocument();
  });
});

const inTime = "Warum, steht im Protokoll des Servers. Bitte fragen Sie, wer ihn betreut.";
test.each([
  [74, `Die letzte Sicherung ist 3 Tage alt. ${inTime}`],
  [37, `Die letzte Sicherung ist 1 Tag alt. ${inTime}`],
  [
    null,
    "Es gibt noch keine Sicherung. Wer den Server betreut, nennt ihm einen Ordner: Danach entsteht darin jede Nacht eine.",
  ],
])("a backup that is %s hours old is shown to staff with what to do", async (hours, words) => {
  const taken = hours === null ? null : new Date(Date.now() - hours * 3_600_000).toISOString();
  await openHome({ backup: { taken, stale: true, plain: false } });
  const note = page.getByRole("note");
  await expect.element(note).toBeVisible();
  expect(note.element().textContent).toBe(words);
});

describe.each([
  ["desk", 1280, 800],
  ["phone", 360, 640],
] as const)("at the %s", (_where, width, height) => {
  test.each([
    ["staff", staff, 0],
    ["staff", staff, 8],
    ["a customer's user", customerUser, 0],
    ["a customer's user", customerUser, 8],
  ] as const)("the home of %s with %3$i deliveries stands still while it loads", async (_who, who, amount) => {
    await page.viewport(width, height);
    const shifted = await openSlowly("/home", {
      who,
      late: [home, listSessions],
      answers: (server) => {
        const reply = server.example(home);
        const [one] = reply.tour.deliveries;
        const deliveries = Array.from({ length: amount }, (_, id) => ({ ...one!, id: id + 1 }));
        server.reply(home, { ...reply, tour: { ...reply.tour, deliveries, count: amount } });
      },
    });
    await expect.element(title(/^Willkommen/)).toBeVisible();
    await expect.element(section("Wartet auf Sie")).toBeVisible();
    expect(shifted()).toBeLessThan(0.005);
  });

  test("a customer's page stands still while it loads", async () => {
    await page.viewport(width, height);
    const shifted = await openSlowly("/customers/7", {
      who: staff,
      late: [getCustomer, customerSummary, listRetained, listHolds, getProcedure, storedMetres],
    });
    await expect.element(title(/^0042/)).toBeVisible();
    expect(shifted()).toBeLessThan(0.005);
  });
});
