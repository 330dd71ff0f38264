import { useEffect } from "react";
import { beginRow, getCountedRow } from "#contract/calls/stocktake/stocktakes.ts";
import { errors } from "#rules/texts/texts.ts";
import { CountState } from "#rules/stocktake/stocktake-state.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import type { CountRun } from "./count-run.ts";

/**
 * Makes the calls of the flow to the server, where there is a network. They ask for what was counted of a row before, and to go on for somebody else.
 */
export function useCountCalls({ state, data, tap }: CountRun): void {
  const { row, session, want, isOnline, counted } = state;
  const isFresh = counted.length === 0 && !state.isEnded;
  const isBegun = data
    .stocktakes()
    .some(({ id, rows }) => id === session && rows.some((one) => one.row === row && one.state === CountState.counting));
  const sessionToResume = isOnline && isFresh && isBegun ? session : null;
  useEffect(() => {
    if (sessionToResume === null || row === null) return;
    call(getCountedRow, { path: { id: sessionToResume, row } })
      .then(({ places, target }) => {
        const scans = places.map(({ part, height, code, hand }) => ({ part, height, code, hand }));
        if (scans.length > 0) tap({ do: "resume", places: scans, target });
      })
      .catch(() => undefined); // then it is counted from the beginning: what is scanned again counts as scanned last
  }, [sessionToResume, row, tap]);
  useEffect(() => {
    if (want === null || session === null || row === null) return;
    call(beginRow, { path: { id: session, row }, body: { again: want === "again", take_over: want === "take_over" } })
      .then(() => tap({ do: "resend" }))
      .catch((error: unknown) =>
        tap({ do: "failed", text: error instanceof CallError ? error.message : errors.unknown }),
      );
  }, [want, session, row, tap]);
}
