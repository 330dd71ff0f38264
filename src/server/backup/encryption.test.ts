import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Decrypter, generateX25519Identity } from "age-encryption";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { FolderStore } from "#server/storage/folder-store.ts";
import { expensive } from "#test/support/tiers.ts";
import { BackupPlace } from "./backup-place.ts";
import { cipherToRead, cipherToWrite } from "./keys.ts";
import { BrokenBackup } from "./read.ts";
import { gather } from "./tar.ts";

const folder = mkdtempSync(join(tmpdir(), "magazin-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));
let rounds = 0;
let place: FolderStore;
beforeEach(() => (place = new FolderStore(join(folder, `place-${rounds++}`))));

const identity = await generateX25519Identity();
const passphrase = "drei Hallen voller Papier";
/** As `age-keygen` writes it. */
const identityFile = `# created: 2026-11-22T01:30:00Z\n# public key: age1...\n${identity}\n`;

const name = "magazin-2026-11-22T01-30-00Z.tar.age";
const content = Buffer.alloc(300_000, "Akten ");
async function* pieces() {
  for (let at = 0; at < content.length; at += 9973) yield content.subarray(at, at + 9973);
}
const write = async (key: string) => new BackupPlace(place, await cipherToWrite(place, key)).put(name, pieces());
const read = async (key: string | undefined) =>
  new BackupPlace(place, await cipherToRead(place, key)).read(name, gather);

describe.each([
  ["a passphrase", passphrase],
  ["an identity", identityFile],
])("with %s", (_, key) => {
  expensive("keys derived from a passphrase again and again")(
    "what goes to a place is read again by who has it, and nothing of it by who has not",
    async () => {
      await write(key);
      const kept = readFileSync(join(place.address, name));
      expect(kept.includes("Akten ")).toBe(false);
      expect(kept.toString("latin1", 0, 21)).toBe("age-encryption.org/v1");
      expect((await read(key)).equals(content)).toBe(true);
      await write(key);
      expect((await read(key)).equals(content)).toBe(true);
      await expect(read(undefined)).rejects.toThrow("BACKUP_KEY_FILE has to name");
    },
  );
});

expensive("an encrypted file read again for each damaged byte")(
  "a byte that is another one, or an end that is missing, is damage",
  async () => {
    await write(identityFile);
    const whole = readFileSync(join(place.address, name));
    const damaged = Array.from({ length: 60 }, (_, i) => Math.floor((i * whole.length) / 60)).map((at) =>
      Buffer.from(whole).fill((whole[at] ?? 0) ^ 1, at, at + 1),
    );
    for (const bytes of [...damaged, whole.subarray(0, -1), whole.subarray(0, 100_000), Buffer.alloc(0)]) {
      writeFileSync(join(place.address, name), bytes);
      // a damaged head may name another key, or none
      await expect(read(identityFile)).rejects.toThrow(/encrypted is damaged|encrypted with another key/);
    }
  },
);

describe("a key that does not fit is named", () => {
  expensive("keys derived from passphrases four times")(
    "on reading: another identity, another passphrase, a passphrase whose identity is gone",
    async () => {
      const other = await generateX25519Identity();
      await write(identityFile);
      await expect(read(other)).rejects.toThrow("encrypted with another key");
      await expect(read(passphrase)).rejects.toThrow("There is no key.age");
      place = new FolderStore(join(folder, "with-passphrase"));
      await write(passphrase);
      await expect(read("vier Hallen")).rejects.toThrow("does not open key.age");
      renameSync(join(place.address, "key.age"), join(place.address, "key.elsewhere"));
      await expect(read(passphrase)).rejects.toThrow("There is no key.age");
      await expect(write(passphrase)).rejects.toThrow("key.age is missing");
    },
  );

  test("on writing, before anything is written that nobody could read together", async () => {
    await write(identityFile);
    for (const key of [passphrase, await generateX25519Identity()])
      await expect(write(key)).rejects.toThrow(/are for another key|key.age is missing/);
  });

  test.each([
    ["a recipient, who cannot read", "age1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs3290gq"],
    ["half an identity", "AGE-SECRET-KEY-1HALF"],
  ])("a key that is %s", async (_, text) => {
    await expect(write(text)).rejects.toThrow(/BACKUP_KEY/);
  });
});

expensive("a passphrase tried by a second implementation")(
  "a passphrase opens its place's identity for any program that knows age files",
  async () => {
    await write(passphrase);
    const anybody = new Decrypter();
    anybody.addPassphrase("drei Hallen voller Papier");
    const key = await anybody.decrypt(readFileSync(join(place.address, "key.age")), "text");
    const reader = new Decrypter();
    reader.addIdentity(key.trim());
    expect(Buffer.from(await reader.decrypt(readFileSync(join(place.address, name)))).equals(content)).toBe(true);
  },
);

test("a place that fails is no damaged backup", async () => {
  await write(identityFile);
  const cipher = await cipherToRead(place, identityFile);
  const lost = async function* () {
    yield readFileSync(join(place.address, name)).subarray(0, 1000);
    throw new Error("the network is gone");
  };
  await expect(gather(cipher.decrypt(lost()))).rejects.toThrow("the network is gone");
  await expect(gather(cipher.decrypt(lost()))).rejects.not.toBeInstanceOf(BrokenBackup);
});
