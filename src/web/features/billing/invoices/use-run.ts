import { useEffect, useRef, useState } from "react";
import { issueInvoice } from "#contract/calls/billing/invoices.ts";
import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { type Attempt, newAttempt } from "#web/api/attempt.ts";
import { isRefusal, mayRecover } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";

/** Outcome for a customer's invoice: it was issued, or the reason why not. */
export type RunResult = Pick<BilledCustomer, "customer"> &
  (
    | {
        readonly invoice: Pick<Invoice, "id" | "number" | "gross"> & Partial<Pick<Invoice, "mail">>;
        readonly error?: never;
      }
    | { readonly error: Error; readonly gross: string; readonly invoice?: never }
  );

export interface RunProgress {
  readonly done: number;
  readonly count: number;
  /** It ends after the invoice that is under way. */
  readonly isEnding: boolean;
  /** No other one is issued; what is shown loads anew. */
  readonly isOver: boolean;
}

/** Nobody answers, or nobody is signed in any more: the next one would fare the same. */
const endsRun = (error: Error) => mayRecover(error) || isRefusal(error, 403);

/** A result as it stands now: of a call whose answer was lost the month says that it was issued. */
export const resultNow = (result: RunResult, month: readonly BilledCustomer[] = []): RunResult => {
  const billed = month.find(({ customer }) => customer.id === result.customer.id);
  if (!result.error || !billed?.invoice) return result;
  return { customer: billed.customer, invoice: { ...billed.invoice, gross: result.gross } };
};

/** Issues invoices of a month one after the other; it can be ended between two, and what failed can be tried again. */
export function useRun(month: string) {
  const [progress, setProgress] = useState<RunProgress>();
  const [results, setResults] = useState<readonly RunResult[]>([]);
  const isEnded = useRef(false);
  const attempts = useRef(new Map<number, Attempt>());
  useEffect(() => () => void (isEnded.current = true), []);

  const issue = async ({ customer, gross }: BilledCustomer): Promise<RunResult> => {
    const once = attempts.current.get(customer.id) ?? newAttempt();
    attempts.current.set(customer.id, once);
    try {
      const invoice = await call(issueInvoice, { body: { customer: customer.id, month, gross }, once });
      once(""); // answered: after a cancellation the same is another invoice
      return { customer, invoice };
    } catch (error) {
      return { customer, gross, error: error as Error };
    }
  };
  const start = async (chosen: readonly BilledCustomer[]) => {
    isEnded.current = false;
    const isChosen = new Set(chosen.map(({ customer }) => customer.id));
    setResults((old) => old.filter(({ customer }) => !isChosen.has(customer.id)));
    for (const [done, one] of chosen.entries()) {
      if (isEnded.current) break;
      setProgress({ done, count: chosen.length, isEnding: false, isOver: false });
      const result = await issue(one);
      setResults((old) => [...old, result]);
      if (result.error && endsRun(result.error)) break;
    }
    setProgress((now) => now && { ...now, isOver: true });
    await invalidate(issueInvoice);
    setProgress(undefined);
  };
  const end = () => {
    isEnded.current = true;
    setProgress((now) => now && { ...now, isEnding: true });
  };
  return { progress, results, start, end };
}
