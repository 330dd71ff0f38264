import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { pageSize } from "#rules/lists/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { orderRefusal } from "./basket-orderable.ts";
import type { BasketResult } from "./basket.ts";

const lookupPause = 500; // ms, specification 9
/** Fields that are shown of a box that may be ordered. */
export const boxSelection = "{id,code,state,content{id,text,state}}";

/** Holds the text of the lookup, and the part of it that is looked for: after a pause, or at once. */
export function useLookup() {
  const [text, setText] = useState("");
  const [wanted, setWanted] = useState("");
  const [amount, setAmount] = useState(pageSize);
  useEffect(() => {
    const timer = setTimeout(setWanted, lookupPause, text.trim());
    return () => clearTimeout(timer);
  }, [text]);
  const [counted, setCounted] = useState(wanted);
  if (counted !== wanted) {
    setCounted(wanted);
    setAmount(pageSize);
  }
  const searchNow = (next: string) => {
    setText(next);
    setWanted(next.trim());
  };
  return { text, setText, wanted, searchNow, amount, showMore: () => setAmount(amount + pageSize) };
}

/** The customer's boxes in stock that the search finds. `notice` says what a whole code belongs to that cannot be ordered. */
export function useOrderable(owner: number, wanted: string, amount: number): BasketResult {
  const common = { owner_id: owner, state: BoxState.inStock, query: boxSelection, limit: amount };
  const boxes = useQuery(queryFor(listBoxes, { query: { ...common, search: wanted || undefined } }));
  const code = parseBoxCode(wanted);
  const other = useQuery({
    ...queryFor(resolveScan, { query: { code: code ?? "" } }),
    enabled: code !== null && !boxes.isPlaceholderData && boxes.data?.count === 0,
  });
  const isElsewhere = code !== null && boxes.data?.count === 0 && other.data && !other.isPlaceholderData;
  const notice = isElsewhere ? orderRefusal(other.data, code, owner) : undefined;
  return { ...foundIn(boxes), boxes: boxes.data?.results, count: boxes.data?.count ?? 0, notice };
}

/** Returns the progress of a search. */
export const foundIn = ({ error, isFetching, refetch }: Pick<BasketResult, "error" | "isFetching" | "refetch">) => ({
  error,
  isFetching,
  refetch,
});
