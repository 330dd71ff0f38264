import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { maxCustomerCode, showBoxCode } from "#rules/stock/box-code.ts";
import type { Database } from "#server/database/database.ts";
import { batchFaults, certificateFaults } from "#server/database/destruction/verify-batches.ts";
import { boxIdOf, customerIdOf, sayFaults } from "#server/database/seals/names.ts";
import { allSeals } from "#server/database/seals/seal-days.ts";
import { compareSeals, type VerifiedPart, verifyHistory } from "#server/database/seals/verify-history.ts";
import { proveTaken } from "#server/database/seals/taken-entries.ts";
import { stampFaults } from "#server/database/seals/stamp-seals.ts";
import { type Command, CommandError, WrongUsage } from "./command.ts";

export const verify: Command = {
  summary:
    "Prove that the history is what was written: every entry, every invoice, every seal. Exit code 1 where something was changed.",
  usage: "[--box CODE | --customer N | --seals FILE | --certificate FILE]",
  options: {
    box: { type: "string", help: "the entries of one box: ten digits, with or without dots" },
    customer: { type: "string", help: "the entries of one customer's boxes" },
    certificate: { type: "string", help: "a certificate of destruction (PDF): its data, its boxes and their history" },
    seals: { type: "string", help: "compares the seals with those that `seal --export` wrote before" },
  },
  asItIs: true,
  prepare(args) {
    args.none();
    const [box, customer, file] = [args.box(), args.whole("customer", 0, maxCustomerCode), args.optional("seals")];
    const certificate = args.optional("certificate");
    if ([box, customer, file, certificate].filter((given) => given !== undefined).length > 1)
      throw new WrongUsage("Only one of --box, --customer, --seals and --certificate, please.");
    if (certificate !== undefined) return ({ db }) => verifyCertificate(db, certificate);
    return async ({ db }) => {
      const exportedSeals = file === undefined ? [] : await readSeals(file);
      const seals = await allSeals(db.read);
      const wrong = file === undefined ? [] : compareSeals(exportedSeals, seals);
      for (const what of wrong) console.log(`WRONG    ${what}`);
      if (exportedSeals.length > 0 && wrong.length === 0)
        console.log(`ok       ${count(exportedSeals.length)} kept seals are the same here`);
      const part = await partOf(db, box, customer);
      if (part === "all") wrong.push(...sayWrong(await batchFaults(db.read)), ...(await sayStamps(db)));
      return (await report(db, seals, part)) || wrong.length > 0 ? 1 : 0;
    };
  },
};

/** Answers 1 where a certificate is not what was given, or what it says is not so any more. */
async function verifyCertificate(db: Database, file: string): Promise<number> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message}`);
  });
  const faults = await certificateFaults(db.read, bytes);
  for (const what of faults) console.log(`WRONG    ${what}`);
  if (faults.length === 0)
    console.log("ok       The certificate is what was given, and its boxes, decisions and events say the same.");
  return faults.length === 0 ? 0 : 1;
}

/** Compares only the statements in the stamps; `openssl ts -verify` says whose stamps they are. */
async function sayStamps(db: Database): Promise<readonly string[]> {
  const { stamps, faults } = await stampFaults(db.read);
  if (stamps > 0 && faults.length === 0)
    console.log(`ok       ${count(stamps)} time ${stamps === 1 ? "stamp is" : "stamps are"} of their seals`);
  return sayWrong(faults);
}

function sayWrong(faults: readonly string[]): readonly string[] {
  for (const what of faults) console.log(`WRONG    ${what}`);
  return faults;
}

const count = (value: number) => value.toLocaleString("en");

const Seals = z.array(
  z.object({
    number: z.int(),
    until: z.string(),
    boxes: z.int(),
    entries: z.int(),
    root: z.string(),
    previous: z.string(),
    hash: z.string(),
    found: z.boolean(),
  }),
);

async function readSeals(file: string) {
  try {
    return Seals.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new CommandError(`${file} holds no seals: ${(error as Error).message}`);
  }
}

async function partOf(db: Database, box: string | undefined, customer: number | undefined): Promise<VerifiedPart> {
  if (box !== undefined) {
    const id = await boxIdOf(db.read, box);
    if (id === undefined) throw new CommandError(`There is no box ${showBoxCode(box)}.`);
    return { box: id };
  }
  if (customer === undefined) return "all";
  const id = await customerIdOf(db.read, customer);
  if (id === undefined) throw new CommandError(`There is no customer ${customer}.`);
  return { customer: id };
}

/** Answers whether something is wrong. */
async function report(
  db: Database,
  known: readonly { found: boolean; until: string }[],
  part: VerifiedPart,
): Promise<boolean> {
  const start = performance.now();
  const { entries, boxes, seals, invoices, audited, expired, blanked, faults, first } = await verifyHistory(db, part);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  for (const what of await sayFaults(db.read, first)) console.log(`WRONG    ${what}`);
  if (faults > first.length) console.log(`         and ${count(faults - first.length)} more`);
  const open = known.find(({ found }) => found);
  if (faults === 0)
    console.log(`ok       ${count(entries)} entries of ${count(boxes)} boxes are what was written (${seconds} s)`);
  if (faults === 0 && invoices > 0)
    console.log(`ok       ${count(invoices)} ${invoices === 1 ? "invoice is" : "invoices are"} what was issued`);
  if (faults === 0 && part === "all")
    console.log(`ok       ${count(audited)} sealed entries of the audit trail are what was written`);
  if (expired > 0)
    console.log(`         Of ${count(expired)} days of it entries have expired: their digests are sealed and remain.`);
  if (faults === 0 && part === "all")
    console.log(`ok       ${count(seals)} ${seals === 1 ? "seal holds" : "seals hold"}`);
  if (blanked > 0)
    console.log(
      `         Of ${count(blanked)} entries of destroyed boxes the texts were blanked: that they were written is proven.`,
    );
  const isTakenWrong = await reportTaken(db, part);
  if (open) console.log(`         What was written before ${open.until} was sealed then, as it was found.`);
  return faults > 0 || isTakenWrong;
}

const namedFaults = 20;

/** Answers whether entries that were taken over are not those that came. */
async function reportTaken(db: Database, part: VerifiedPart): Promise<boolean> {
  const { entries, boxes, blanked, faults } = await proveTaken(db.read, part);
  for (const what of await sayFaults(db.read, faults.slice(0, namedFaults))) console.log(`WRONG    ${what}`);
  if (faults.length > namedFaults) console.log(`         and ${count(faults.length - namedFaults)} more`);
  if (entries > 0 && faults.length === 0)
    console.log(
      `ok       ${count(entries)} entries of ${count(boxes)} boxes are what was taken over: that it was so only the system before could prove`,
    );
  if (blanked > 0)
    console.log(
      `         Of ${count(blanked)} boxes texts of then were blanked: their number is proven, what is left is kept.`,
    );
  return faults.length > 0;
}
