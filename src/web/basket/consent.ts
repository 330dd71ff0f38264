import type { ContentQuestion } from "#web/delivery-lines/line-choice.tsx";

const readingTime = 1500; // ms: a scan sooner answers nothing, the trigger bounced or was pulled before

/** Says whether this scan of a box answers the question for its contents: with all of them. */
export const isConsent = (asked: Pick<ContentQuestion, "code" | "since"> | null, code: string, at: number): boolean =>
  asked?.code === code && at - asked.since >= readingTime;

/** From when a question is to be read that this scan asks: a scan may be older than what it leads to. */
export const askedFrom = (at: number): number => Math.max(at, performance.now());
