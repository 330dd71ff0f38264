import pg from "pg";
import { expect, test } from "vitest";
import { isLost } from "./lost-connection.ts";

const said = (severity: string, code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, "error"), { severity, code });

test.each([
  [said("PANIC", "58030", "could not write to log file: Input/output error"), true],
  [said("ERROR", "58030", "could not read block 7: Input/output error"), false],
  [said("FATAL", "57P01", "terminating connection due to administrator command"), true],
  [said("ERROR", "57014", "canceling statement due to statement timeout"), false],
  [said("ERROR", "23505", "duplicate key value violates unique constraint"), false],
  [new Error("Connection terminated unexpectedly"), true],
  [Object.assign(new Error("write EPIPE"), { code: "EPIPE" }), true],
  [Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }), false],
])("%s: whether its connection is lost is %s", (error, lost) => {
  expect(isLost(error)).toBe(lost);
});
