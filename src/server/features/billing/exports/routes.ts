import * as billingExports from "#contract/calls/billing/exports.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { bookkeepingOf } from "#rules/billing/datev/accounts.ts";
import { bookingsOf, missingAccounts } from "#rules/billing/datev/bookings.ts";
import { writeStack } from "#rules/billing/datev/write-stack.ts";
import { monthDays } from "#rules/billing/month.ts";
import { businessZone } from "#rules/dates.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import { missingNumbers } from "#server/database/billing/restored-numbers.ts";
import { spoolFile, zipOf } from "#server/documents/sheets/spool.ts";
import { routeHandler } from "#server/http/answers.ts";
import { refuse } from "#server/http/errors.ts";
import { callerLine } from "#server/http/waiting/caller-line.ts";
import { archiveFiles } from "#server/exports/invoice-archive.ts";
import { inLatinLetters } from "#server/exports/latin-letters.ts";
import { invoicesOf } from "./queries.ts";

const wallClock = new Intl.DateTimeFormat("sv-SE", { timeZone: businessZone, dateStyle: "short", timeStyle: "medium" });
/** In Berlin, `20261201083000000`. */
const stamp = (instant: Date) =>
  `${wallClock.format(instant).replaceAll(/\D/g, "")}${String(instant.getUTCMilliseconds()).padStart(3, "0")}`;

export const billingExportRoutes = [
  routeHandler(billingExports.datevStack, async ({ db, scope, query: { month }, config, now, record }) => {
    const bookkeeping = bookkeepingOf(config.datev);
    if ("missing" in bookkeeping) throw refuse(refused.accountantMissing(bookkeeping.missing));
    const bookings = [];
    const missing = new Set<string>();
    let amount = 0;
    for await (const page of invoicesOf(db.read, scope, monthDays(month))) {
      const invoices = page.map(({ snapshot: { buyer, ...snapshot } }) => ({
        ...snapshot,
        buyer: { ...buyer, name: inLatinLetters(buyer.name) },
      }));
      amount += invoices.length;
      for (const vat of missingAccounts(invoices, bookkeeping)) missing.add(vat);
      if (missing.size === 0) bookings.push(...invoices.flatMap((invoice) => bookingsOf(invoice, bookkeeping)));
    }
    if (amount === 0) throw refuse(refused.nothingIssued);
    if (missing.size > 0) throw refuse(refused.accountMissing([...missing]));
    const bytes = Buffer.from(writeStack({ month, bookkeeping, bookings, made: stamp(now()) }));
    const meta = { export: "datevStack" as const, from: month, to: month, amount };
    await record({ kind: AuditKind.exportMade, meta });
    return { type: "text/csv; charset=windows-1252", name: `EXTF_Rechnungen_${month}.csv`, bytes };
  }),
  routeHandler(billingExports.billingArchive, async ({ db, scope, query: { year }, ...call }) => {
    const { exports, config, now, gone, record } = call;
    const days = { from: `${year}-01-01`, to: `${year + 1}-01-01` };
    const bytes = await exports(callerLine(scope), () =>
      spoolFile(config.dataDir, async (spool) => {
        const taken = now().toISOString();
        const { files, amount } = await db.snapshot(async (reader) => {
          const invoices = async function* () {
            for await (const page of invoicesOf(reader, scope, days)) {
              gone.throwIfAborted();
              yield page;
            }
          };
          return archiveFiles(spool, { year, taken, invoices, missing: await missingNumbers(reader, year) });
        });
        if (amount === 0) throw refuse(refused.nothingIssued);
        const meta = { export: "billingArchive" as const, from: String(year), to: String(year), amount };
        await record({ kind: AuditKind.exportMade, meta });
        return zipOf(files, taken);
      }),
    );
    return { type: "application/zip", name: `${config.filePrefix}-Rechnungen-${year}.zip`, bytes };
  }),
];
