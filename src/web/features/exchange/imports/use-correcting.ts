import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { mapImport } from "#contract/calls/exchange/imports.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { call } from "#web/api/call.ts";
import type { useCheck } from "./use-check.ts";

/** A cell of a list: its row as the file counts, its column from 0. */
interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export const cellKey = ({ row, column }: CellPlace) => `${row} ${column}`;

/** Texts that were typed into cells and are not sent yet, by `cellKey`. */
export interface CellDrafts {
  readonly texts: ReadonlyMap<string, string>;
  readonly set: (at: CellPlace, text: string, was: string) => void;
  readonly send: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Collects corrections of cells, sends them together, and has the list checked again. */
export function useCorrecting({ id, mapping }: ImportDetail, check: ReturnType<typeof useCheck>): CellDrafts {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const sending = useMutation({
    mutationFn: () => {
      const corrections = [...texts].map(([key, text]) => {
        const [row = 0, column = 0] = key.split(" ").map(Number);
        return { row, column, text };
      });
      return call(mapImport, { path: { id }, body: { corrections } });
    },
    meta: { inPlace: true },
    onSuccess: () => {
      setTexts(new Map());
      check.mutate({ mapping, before: mapping });
    },
  });
  const isPending = sending.isPending || check.isPending;
  return {
    texts,
    set: ({ row, column }, text, was) => {
      const next = new Map(texts);
      if (text === was) next.delete(cellKey({ row, column }));
      else next.set(cellKey({ row, column }), text);
      setTexts(next);
    },
    send: () => {
      if (texts.size > 0 && !isPending) sending.mutate();
    },
    isPending,
    error: sending.error,
  };
}
