import { newScanId } from "./scan-id.ts";
import { answerOf, read, type ObjectStores, write } from "./outbox-database.ts";

// Values that the device keeps besides the scans, by name.

const valueAt = async (stores: ObjectStores, name: string): Promise<unknown> =>
  answerOf<unknown>(stores.meta.get(name));

/** Returns the value that is kept by a name; undefined where there is none, or there is no database. */
export const readFromDevice = async (name: string): Promise<unknown> =>
  read(async (stores) => valueAt(stores, name)).catch(() => undefined);

const deviceName = "device";

/** By what the server knows this device again, made at first use. */
export async function deviceId(): Promise<string> {
  return write(async (stores) => {
    const storedId = await valueAt(stores, deviceName);
    if (typeof storedId === "string") return storedId;
    const newId = newScanId();
    stores.meta.put(newId, deviceName);
    return newId;
  });
}

export const storeOnDevice = (
  name: string,
  value: unknown,
  durability: "strict" | "relaxed" = "relaxed",
): Promise<void> => write(async (stores) => void stores.meta.put(value, name), durability);
