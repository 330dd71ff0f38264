import { isNews } from "#rules/aisle/operation.ts";
import type { OutboxEntry, OutboxSession } from "./entry.ts";

// The bare API: what we need of it is shorter than a library.

const [name, version] = ["magazin-outbox", 3];
const stores = ["entries", "sessions", "meta", "notes", "stock"] as const;

/**
 * The stores within one transaction. `meta`: what the device knows of itself and of the work that was begun, by name; `notes`: what is to
 * be looked into; `stock`: what is in the archive, as it was last loaded.
 */
export type ObjectStores = Readonly<Record<(typeof stores)[number], IDBObjectStore>>;

/** Additions of each version; a stored database walks through those that it lacks. */
const upgrades: readonly ((database: IDBDatabase, transaction: IDBTransaction) => void)[] = [
  (database) => {
    const entries = database.createObjectStore("entries", { keyPath: "seq", autoIncrement: true });
    entries.createIndex("open", "open");
    database.createObjectStore("sessions", { keyPath: "token" });
  },
  (database) => {
    database.createObjectStore("meta");
    database.createObjectStore("notes", { keyPath: "id" });
    database.createObjectStore("stock");
  },
  (_, transaction) => {
    const entries = transaction.objectStore("entries");
    entries.createIndex("id", "operation.id");
    entries.createIndex("unsettled", "unsettled");
    const walk = entries.openCursor();
    walk.addEventListener("success", () => {
      const { result: at } = walk;
      const entry = at?.value as (OutboxEntry & { readonly settled?: boolean }) | undefined;
      const isLeft = entry?.shown.screen === "aisle" && entry.status === "refused" && !entry.settled;
      if (isLeft && !isNews(entry.operation.kind, entry.code)) at?.update({ ...entry, unsettled: 1 });
      at?.continue();
    });
  },
];

let openRequest: Promise<IDBDatabase> | undefined;
const lossListeners: ((stores: ObjectStores) => void)[] = [];

/**
 * Calls back when the browser has thrown the database away, as when somebody clears the site's data: what this page knows goes into the
 * new one before anything else does.
 */
export const onLoss = (listener: (stores: ObjectStores) => void) => void lossListeners.push(listener);

/** Opened once; again where the browser has closed it. */
function open(): Promise<IDBDatabase> {
  openRequest ??= opening(version).catch((error: unknown) => {
    // a newer page has been here, as where the desk is newer than what the phone has kept: it has only added to it
    const isNewer = error instanceof DOMException && error.name === "VersionError";
    if (isNewer) return opening();
    openRequest = undefined;
    throw error;
  });
  return openRequest;
}

function opening(wanted?: number): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, wanted);
    request.addEventListener("upgradeneeded", ({ oldVersion }) => {
      const { result, transaction } = request;
      if (!transaction) return;
      for (const upgrade of upgrades.slice(oldVersion)) upgrade(result, transaction);
      if (oldVersion === 0) for (const listener of lossListeners) listener(storesOf(transaction));
    });
    request.addEventListener("success", () => {
      const database = request.result;
      const forget = () => {
        openRequest = undefined;
      };
      database.addEventListener("close", forget);
      database.addEventListener("versionchange", () => {
        forget();
        database.close(); // a newer version in another tab must not wait for this one
      });
      resolve(database);
    });
    request.addEventListener("error", () => reject(request.error ?? new Error("no database")));
  });
}

/**
 * One transaction over all stores; what `work` answers once it is on the disk for good, not only on its way there: a
 * browser that is killed the next moment has kept it. `relaxed` where the server would say the same again.
 */
export async function write<T>(work: Work<T>, durability: "strict" | "relaxed" = "strict"): Promise<T> {
  try {
    return await writeOnce(work, durability);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    openRequest = undefined; // closed in the middle of it, as where somebody clears the site's data: nothing of it was written
    return writeOnce(work, durability);
  }
}
type Work<T> = (stores: ObjectStores) => Promise<T>;

async function writeOnce<T>(work: Work<T>, durability: "strict" | "relaxed"): Promise<T> {
  const transaction = await begin("readwrite", { durability });
  const completion = new Promise<void>((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new DOMException("", "AbortError")));
  });
  const [result] = await Promise.all([work(storesOf(transaction)), completion]);
  return result;
}

export async function read<T>(work: (stores: ObjectStores) => Promise<T>): Promise<T> {
  return work(storesOf(await begin("readonly")));
}

/** Once more where the browser has closed the database and not reported it yet. */
async function begin(mode: IDBTransactionMode, options?: IDBTransactionOptions): Promise<IDBTransaction> {
  try {
    return (await open()).transaction(stores, mode, options);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
    openRequest = undefined;
    return (await open()).transaction(stores, mode, options);
  }
}

const storesOf = (transaction: IDBTransaction): ObjectStores =>
  Object.fromEntries(stores.map((store) => [store, transaction.objectStore(store)])) as ObjectStores;

/** Returns the result of a request. */
export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("not answered")));
  });
}

export const openEntries = ({ entries }: ObjectStores): Promise<OutboxEntry[]> =>
  answerOf(entries.index("open").getAll(1));
/** Counts the waiting entries without reading them: they may be thousands. */
export const countOpen = ({ entries }: ObjectStores): Promise<number> => answerOf(entries.index("open").count(1));
/** Those that are kept although they have their answer. */
export const answeredEntries = ({ entries }: ObjectStores): Promise<OutboxEntry[]> =>
  answerOf(entries.index("open").getAll(0));
export const unsettledEntries = ({ entries }: ObjectStores): Promise<OutboxEntry[]> =>
  answerOf(entries.index("unsettled").getAll(1));
/** Those of these operations. */
export async function entriesById(ids: ReadonlySet<string>, { entries }: ObjectStores): Promise<OutboxEntry[]> {
  const entryLists = await Promise.all(
    Array.from(ids, (id) => answerOf<OutboxEntry[]>(entries.index("id").getAll(id))),
  );
  return entryLists.flat();
}
export const entryAt = ({ entries }: ObjectStores, seq: number): Promise<OutboxEntry | undefined> =>
  answerOf(entries.get(seq));
export const sessionAt = ({ sessions }: ObjectStores, token: string): Promise<OutboxSession | undefined> =>
  answerOf(sessions.get(token));
export const allSessions = ({ sessions }: ObjectStores): Promise<OutboxSession[]> => answerOf(sessions.getAll());
