import { sql } from "kysely";
import { expect } from "vitest";
import * as services from "#contract/calls/paper/services.ts";
import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db, { DOCUMENT_MEMORY_MB: "32" });
const { a } = server;

expensive("6,000 contents of 3,900 letters on paper")(
  "a document too large for the memory says so, and those that others wait for are printed",
  async () => {
    const staff = await server.asStaff();
    const [huge, small] = [await a.box({ state: 1 }), await a.box({ state: 1 })];
    await db.write((tx) =>
      sql`insert into contents (box_id, customer_id, text)
      select id, customer_id, n || repeat('-', 3900) from boxes, generate_series(1, 6000) n where id = ${huge.id}`.execute(
        tx,
      ),
    );
    const list = (id: number) => staff.download(services.archiveList, { path: { id } });
    const [refusal, ...others] = await Promise.all([huge, small, small, small].map(({ owner }) => list(owner.id)));
    expect(refusal?.status).toBe(503);
    expect(refusal?.headers.get(codeHeader)).toBe("document_too_large");
    expect(JSON.parse(String(refusal?.bytes))).toEqual({ detail: refusedByServer.documentTooLarge.message });
    for (const { status, bytes } of others) {
      expect(status).toBe(200);
      expect(textOf(bytes)).toContain("Archivliste");
    }
  },
);
