import { AsyncLocalStorage } from "node:async_hooks";

const transactions = new AsyncLocalStorage<true>();

/** Runs the work of a transaction: whatever it calls is inside. */
export const asTransaction = <T>(work: () => Promise<T>): Promise<T> => transactions.run(true, work);

/**
 * The first line of whatever waits for something else than the database: a hash, a file, a document. In a transaction it would
 * hold a connection and locks meanwhile, and everybody who needs them would wait along (decision 32).
 * @throws where it is called in the work of `Database.write`: a fault of the program, which every test that comes by finds.
 */
export function outsideTransaction(): void {
  if (transactions.getStore()) throw new Error("This waits, and must not be called inside of a transaction.");
}
