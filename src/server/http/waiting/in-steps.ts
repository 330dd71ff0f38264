import { setTimeout as sleep } from "node:timers/promises";

/** ms; what a customer user's search takes by itself is less than one, as a rule. */
export const usualStep = 50;

/**
 * Answers at whole steps of time only: an index takes longer for what others have, too, and nobody is to read that off a clock.
 */
export async function inSteps<T>(work: Promise<T>, step: number): Promise<T> {
  const over = work.then(
    () => true,
    () => true,
  );
  do await sleep(step);
  while (!(await Promise.race([over, Promise.resolve(false)])));
  return work;
}
