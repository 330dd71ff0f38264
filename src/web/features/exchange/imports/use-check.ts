import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { checkImport, mapImport } from "#contract/calls/exchange/imports.ts";
import type { Mapping } from "#rules/exchange/imports/columns.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";

interface LayoutRequest {
  readonly mapping: Mapping;
  readonly before: Mapping;
  /** True where a year alone means its 31 December, where that is answered now. */
  readonly yearEnd?: boolean;
}

/** Says what the columns and years are, if that is new, and has the list checked; leaving the screen stops it. */
export function useCheck(id: number) {
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const check = useMutation({
    mutationFn: async ({ mapping, before, yearEnd }: LayoutRequest) => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      const path = { id };
      if (yearEnd !== undefined || mapping.some((field, index) => field !== before[index]))
        await call(mapImport, {
          path,
          body: { mapping: [...mapping], ...(yearEnd !== undefined && { year_end: yearEnd }) },
        });
      return call(checkImport, { path, signal });
    },
    meta: { inPlace: true },
    onSettled: () => invalidate(checkImport),
  });
  const isStopped = check.error?.name === "AbortError";
  return { ...check, error: isStopped ? null : check.error, stop: () => stop.current?.abort() };
}
