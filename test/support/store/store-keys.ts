import { afterAll, beforeAll } from "vitest";

/** Keys for a store that takes any. */
export const storeKeys = {
  AWS_ACCESS_KEY_ID: "magazin",
  AWS_SECRET_ACCESS_KEY: "geheim",
  AWS_CONFIG_FILE: "/dev/null",
  AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  AWS_EC2_METADATA_DISABLED: "true",
} as const;

/** Gives a test file the keys of an object store. */
export function withStoreKeys(): void {
  const before = Object.fromEntries(Object.keys(storeKeys).map((name) => [name, process.env[name]]));
  beforeAll(() => Object.assign(process.env, storeKeys));
  afterAll(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });
}
