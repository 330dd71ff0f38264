import { crc32 } from "node:zlib";
import * as destructions from "#contract/calls/destruction/destructions.ts";
import * as services from "#contract/calls/paper/services.ts";
import type { Route } from "#contract/route.ts";
import type { DestructionDetail } from "#contract/schemas/destruction/destructions.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { berlinDay } from "#rules/dates.ts";
import { lastSeal } from "#server/database/seals/seal-days.ts";
import { print } from "#server/exports/print.ts";
import { fileName, type ZipEntry, zipAsItComes } from "#server/documents/zip.ts";
import { routeHandler, type Call } from "#server/http/answers.ts";
import { forbidden } from "#server/http/errors.ts";
import {
  destroyListCountsOf,
  destroyListOf,
  destroyRequestCountsOf,
  destroyRequestOf,
  destructionAt,
  destructionListOf,
  latestDestructions,
} from "./queries.ts";

type Owner = Pick<DestructionDetail["owners"][number], "id" | "code" | "name">;
type Calling = Pick<
  Call<Route & { writes: false }>,
  "db" | "scope" | "pdfWorkers" | "config" | "now" | "gone" | "record"
> & {
  readonly scope: Call<typeof destructions.destructionList>["scope"];
};

const thisYear = (now: () => Date) => Number(berlinDay(now()).slice(0, 4));

/** Returns the file of what one collective destruction destroyed of one customer. The file is put on record before it is set. */
async function listOf(call: Calling, { created, moment }: Pick<DestructionDetail, "created" | "moment">, id: number) {
  const { data, customer } = await destructionListOf(call.db.read, call.scope, id, moment);
  const day = berlinDay(new Date(created));
  const file = `${call.config.filePrefix}-Vernichtungsliste-${showCustomerCode(customer)}.pdf`;
  return print(call, file, "destroyList", data, {
    customer,
    meta: { from: day, to: day },
    seal: await lastSeal(call.db.read),
  });
}

/** One list after the other, each set when its turn comes: nothing is held for those that follow. */
async function* listsOf(
  call: Call<typeof destructions.destructionLists>,
  destruction: DestructionDetail,
): AsyncGenerator<ZipEntry> {
  const { created } = destruction;
  for (const owner of destruction.owners) {
    call.gone.throwIfAborted();
    if (!(await call.scopeNow())?.isStaff) throw forbidden("signed_out");
    const { bytes } = await listOf(call, destruction, owner.id);
    yield { name: nameOf(owner), bytes: bytes.length, crc32: crc32(bytes), created, read: () => [bytes] };
  }
}

const nameOf = ({ code, name }: Owner) => fileName(`Vernichtungsliste ${showCustomerCode(code)} ${name}`, "pdf");

export const destructionRoutes = [
  routeHandler(destructions.listDestructions, async ({ db, scope }) => ({
    results: await latestDestructions(db.read, scope),
  })),
  routeHandler(destructions.getDestruction, ({ db, scope, query }) => destructionAt(db.read, scope, query.moment)),
  routeHandler(destructions.destructionList, async (call) =>
    listOf(call, await destructionAt(call.db.read, call.scope, call.query.moment), call.query.customer),
  ),
  routeHandler(destructions.destructionLists, async (call) => {
    const destruction = await destructionAt(call.db.read, call.scope, call.query.moment);
    const day = berlinDay(new Date(destruction.created));
    const name = `${call.config.filePrefix}-Vernichtungslisten-${day}.zip`;
    return { type: "application/zip", name, bytes: { stream: zipAsItComes(listsOf(call, destruction)) } };
  }),
  routeHandler(services.destroyList, async (call) => {
    const { data, customer } = await destroyListOf(call.db.read, call.scope, call.id, call.query);
    const about = { customer, meta: call.query, seal: await lastSeal(call.db.read) };
    return print(call, `${call.config.filePrefix}-Vernichtungsliste.pdf`, "destroyList", data, about);
  }),
  routeHandler(services.destroyListCounts, ({ db, scope, id, query }) =>
    destroyListCountsOf(db.read, scope, id, query),
  ),
  routeHandler(services.destroyRequest, async (call) => {
    const { data, customer } = await destroyRequestOf(call.db.read, call.scope, call.id, thisYear(call.now));
    return print(call, `${call.config.filePrefix}-Vernichtungsanfrage.pdf`, "destroyRequest", data, {
      customer,
      seal: await lastSeal(call.db.read),
    });
  }),
  routeHandler(services.destroyRequestCounts, ({ db, scope, id, now }) =>
    destroyRequestCountsOf(db.read, scope, id, thisYear(now)),
  ),
];
