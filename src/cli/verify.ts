import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { maxCustomerCode, parseBoxCode, showBoxCode } from "#rules/box-code.ts";
import type { Database } from "#server/database/database.ts";
import { boxCodesOf, boxIdOf, customerIdOf } from "#server/database/seals/names.ts";
import { allSeals } from "#server/database/seals/seal-days.ts";
import { compareSeals, type VerifiedPart, verifyHistory } from "#server/database/seals/verify-history.ts";
import { type Args, type Command, Failed, WrongUsage } from "./command.ts";

export const verify: Command = {
  summary:
    "Prove that the history is what was written: every entry, every seal. Exit code 1 where something was changed.",
  usage: "[--box CODE | --customer N | --seals FILE]",
  options: {
    box: { type: "string", help: "the entries of one box: ten digits, with or without dots" },
    customer: { type: "string", help: "the entries of one customer's boxes" },
    seals: { type: "string", help: "compares the seals with those that `seal --export` wrote before" },
  },
  asItIs: true,
  prepare(args) {
    args.none();
    const [box, customer, file] = [readBox(args), args.whole("customer", 0, maxCustomerCode), args.optional("seals")];
    if ([box, customer, file].filter((given) => given !== undefined).length > 1)
      throw new WrongUsage("Only one of --box, --customer and --seals, please.");
    return async ({ db }) => {
      const kept = file === undefined ? [] : await readSeals(file);
      const wrong = compareSeals(kept, file === undefined ? [] : await allSeals(db.read));
      for (const what of wrong) console.log(`WRONG    ${what}`);
      if (kept.length > 0 && wrong.length === 0)
        console.log(`ok       ${count(kept.length)} kept seals are the same here`);
      return (await report(db, await partOf(db, box, customer))) || wrong.length > 0 ? 1 : 0;
    };
  },
};

const count = (value: number) => value.toLocaleString("en");

function readBox(args: Args): string | undefined {
  const text = args.optional("box");
  const code = text === undefined ? undefined : parseBoxCode(text);
  if (code === null) throw new WrongUsage(`${text} is no box code: ten digits, with or without dots.`);
  return code;
}

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
    throw new Failed(`${file} holds no seals: ${(error as Error).message}`);
  }
}

async function partOf(db: Database, box: string | undefined, customer: number | undefined): Promise<VerifiedPart> {
  if (box !== undefined) {
    const id = await boxIdOf(db.read, box);
    if (id === undefined) throw new Failed(`There is no box ${showBoxCode(box)}.`);
    return { box: id };
  }
  if (customer === undefined) return "all";
  const id = await customerIdOf(db.read, customer);
  if (id === undefined) throw new Failed(`There is no customer ${customer}.`);
  return { customer: id };
}

/** Answers whether something is wrong. */
async function report(db: Database, part: VerifiedPart): Promise<boolean> {
  const started = performance.now();
  const { entries, boxes, seals, faults, first } = await verifyHistory(db, part);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const codes = await boxCodesOf(
    db.read,
    first.flatMap(({ boxId }) => boxId ?? []),
  );
  for (const { boxId, what } of first)
    console.log(`WRONG    ${boxId === null ? "" : `${showBoxCode(codes.get(boxId) ?? "")}, `}${what}`);
  if (faults > first.length) console.log(`         and ${count(faults - first.length)} more`);
  const [open] = (await allSeals(db.read)).filter(({ found }) => found);
  if (faults === 0)
    console.log(`ok       ${count(entries)} entries of ${count(boxes)} boxes are what was written (${seconds} s)`);
  if (faults === 0 && part === "all")
    console.log(`ok       ${count(seals)} ${seals === 1 ? "seal holds" : "seals hold"}`);
  if (open) console.log(`         What was written before ${open.until} was sealed then, as it was found.`);
  return faults > 0;
}
