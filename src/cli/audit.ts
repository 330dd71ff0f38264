import { AuditKind, auditKindText, auditPeriod, type AuditPeriod } from "#rules/access/audit/audit.ts";
import { auditSheetColumns, type AuditEntry } from "#rules/access/audit/audit-entry.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { csvLine, csvStart } from "#rules/lists/csv.ts";
import { berlinDay, isDay } from "#rules/dates.ts";
import { allAudit } from "#server/database/audit/audit-entries.ts";
import { userIdOf } from "#server/features/access/users/mutations.ts";
import { type Args, type Command, CommandError, readEmail, WrongUsage } from "./command.ts";

/** `sign-in-failed` for `signInFailed`. */
const kinds = new Map(
  Object.entries(AuditKind).map(([name, kind]) => [name.replaceAll(/[A-Z]/g, (big) => `-${big.toLowerCase()}`), kind]),
);
const kindsHelp = [...kinds].map(([name, kind]) => `${name} (${auditKindText[kind]})`).join(", ");

export const audit: Command = {
  summary: "Print who signed in, changed rights and read what, the newest first.",
  usage: "[--person EMAIL] [--box CODE] [--customer N] [--kind KIND] [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--csv]",
  options: {
    person: { type: "string", help: "what this user did" },
    box: { type: "string", help: "ten digits, with or without dots" },
    customer: { type: "string", help: "number of a customer" },
    kind: { type: "string", help: kindsHelp },
    from: { type: "string", help: "the first day; default: 30 days up to the last one" },
    to: { type: "string", help: "the last day; default: today" },
    csv: { type: "boolean", help: "for spreadsheets, with all columns" },
  },
  prepare(args) {
    args.none();
    const person = args.optional("person");
    const email = person === undefined ? undefined : readEmail(person);
    const filter = { box: args.box(), kind: readKind(args), customer: args.whole("customer", 0, maxCustomerCode) };
    const period = readPeriod(args, berlinDay(new Date()));
    const write = args.flag("csv") ? writeCsv : writeLines;
    return async ({ db }) => {
      const who = email === undefined ? undefined : await db.write((tx) => userIdOf(tx, email));
      if (email !== undefined && who === undefined) throw new CommandError(`There is no user ${email}.`);
      await write(allAudit(db.read, { ...filter, ...period, person: who }));
      return 0;
    };
  },
};

function readKind(args: Args): AuditKind | undefined {
  const name = args.optional("kind");
  const kind = name === undefined ? undefined : kinds.get(name);
  if (name !== undefined && kind === undefined)
    throw new WrongUsage(`${name} is no kind: ${[...kinds.keys()].join(", ")}`);
  return kind;
}

function readPeriod(args: Args, today: string): AuditPeriod {
  const days = { from: args.optional("from"), to: args.optional("to") };
  const wrong = [days.from, days.to].find((day) => day !== undefined && !isDay(day));
  if (wrong !== undefined) throw new WrongUsage(`${wrong} is no day of the calendar: write it like 2026-11-21.`);
  const period = auditPeriod(days, today);
  if (period.from > period.to) throw new WrongUsage("--from is later than --to.");
  return period;
}

type Pieces = AsyncIterable<AuditEntry[]>;
const cellsOf = (entry: AuditEntry) => auditSheetColumns.map(([, cell]) => cell(entry));

/** Replaces control characters: text typed at a failed sign-in must neither begin a line nor control the terminal. */
const inOneLine = (text: string) => text.replaceAll(/\p{Cc}/gu, "□");

/** Waits until whoever reads it has taken it: a long trail must not pile up in memory. */
const print = (text: string) => new Promise<void>((resolve) => void process.stdout.write(text, () => resolve()));

async function writeCsv(pieces: Pieces): Promise<void> {
  await print(csvStart + csvLine(auditSheetColumns.map(([head]) => head)));
  for await (const entries of pieces) await print(entries.map((entry) => csvLine(cellsOf(entry))).join(""));
}

async function writeLines(pieces: Pieces): Promise<void> {
  for await (const entries of pieces)
    await print(entries.map((entry) => `${cellsOf(entry).filter(Boolean).map(inOneLine).join("  ")}\n`).join(""));
}
