import { expect, test } from "vitest";
import { AuditKind, type NewAuditEntry } from "#rules/access/audit/audit.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { refuse } from "#server/http/errors.ts";
import { RepeatedCall } from "#server/http/idempotency/change.ts";
import { recordWrong } from "./run-handler.ts";

/** Returns the audit entries of a call that ended with this error, and how the call then ends. */
async function ending(error: unknown, body: unknown) {
  const entries: NewAuditEntry[] = [];
  const record = async (entry: NewAuditEntry) => void entries.push(entry);
  const end = await recordWrong({ record, body }, error).catch((thrown: unknown) => thrown);
  return { entries, end };
}

test("a wrong password is on record and refused all the same, with the name that was typed where one was", async () => {
  const wrong = refuse(refused.wrongOwnPassword);
  expect(await ending(wrong, { username: "meier" })).toEqual({
    entries: [{ kind: AuditKind.ownPasswordWrong, name: "meier" }],
    end: wrong,
  });
  expect((await ending(wrong, undefined)).entries).toEqual([{ kind: AuditKind.ownPasswordWrong, name: undefined }]);
});

test("another refusal and a fault of the server are no wrong password", async () => {
  for (const error of [refuse(refused.noRight), new Error("away")])
    expect(await ending(error, { username: "meier" })).toEqual({ entries: [], end: error });
});

test("a call that was answered in the meantime has that answer, and is no error", async () => {
  const repeated = new RepeatedCall({ status: 201, body: "{}" });
  expect(await ending(repeated, {})).toEqual({ entries: [], end: repeated });
});
