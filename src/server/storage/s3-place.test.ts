import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withStoreKeys } from "#test/support/store/store-keys.ts";
import { type Mood, StorePeer } from "#test/support/store/store-peer.ts";
import { expensive } from "#test/support/tiers.ts";
import { StoreMissing, type FileStore, StoreUnavailable } from "./file-store.ts";
import { readS3Address, showS3Address } from "./s3-address.ts";
import { S3Store } from "./s3-store.ts";
import { usualLimits } from "./time-limits.ts";

withStoreKeys();
const brief = { ...usualLimits, answer: 300, piece: 300 };
const open = (peer: StorePeer, limits = usualLimits) => new S3Store(readS3Address(peer.addressOf("archive")), limits);

let peer: StorePeer;
let place: FileStore;
beforeAll(async () => (peer = await StorePeer.open()));
afterAll(() => peer.close());
beforeEach(async () => {
  peer.mood = "well";
  peer.kept.clear();
  place = open(peer);
  await place.put("kept", Buffer.alloc(200_000, 7));
});

/** Until more time has passed than a store is given. */
const outlast = async (ms: number) => {
  const start = performance.now();
  await expect.poll(() => performance.now() - start).toBeGreaterThan(2 * ms);
};

async function* pieces(amount: number) {
  for (let at = 0; at < amount; at++) yield Buffer.alloc(1024 * 1024, at);
}

async function read(name: string): Promise<Buffer> {
  const file = await place.open(name);
  return file ? buffer(file.stream) : Buffer.alloc(0);
}

const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  "a file is put": () => place.put("new", Buffer.from("x")),
  "a large file is put": () => place.put("new", pieces(20)),
  "a file is read": () => read("kept"),
  "a list is read": () => place.list("").next(),
  "a file is removed": () => place.remove("kept"),
  "old parts are looked for": () => place.sweep("", new Date()),
};

const awayAfter = async (call: () => Promise<unknown>): Promise<StoreUnavailable> => {
  const error: unknown = await call().then(
    () => "done",
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreUnavailable);
  return error as StoreUnavailable;
};

describe.each<[Mood, string, boolean]>([
  ["refusing", "s3://bucket/archive: It refuses the keys: the secret key is another one, or the clocks differ.", true],
  ["bucketless", "s3://bucket/archive: There is no such bucket.", true],
  ["overloaded", "s3://bucket/archive: It answers 503 (SlowDown).", false],
  ["silent", "s3://bucket/archive: It does not answer (nothing within", false],
])("a store that is %s", (mood, sentence, isLasting) => {
  test.each(Object.entries(calls))("is known by its sentence when %s, and has what it had", async (_what, call) => {
    peer.mood = mood;
    if (mood === "silent") place = open(peer, brief);
    const away = await awayAfter(call);
    expect(away.message.startsWith(sentence), away.message).toBe(true);
    expect(away.isLasting).toBe(isLasting);
    expect([...peer.kept.keys()]).toEqual(["archive/kept"]);
  });
});

describe("a file of which the store sends half", () => {
  test.each<[Mood, RegExp]>([
    ["cutting", /It does not answer \(ECONNRESET\)/],
    ["stalling", /It does not answer \(nothing within 0\.3 s\)/],
  ])("is no file, when it is %s", async (mood, sentence) => {
    peer.mood = mood;
    place = open(peer, brief);
    expect((await awayAfter(() => read("kept"))).message).toMatch(sentence);
  });

  test("may be read slowly by whoever asked for it: their time is not the store's", async () => {
    place = open(peer, brief);
    await place.put("long", Buffer.alloc(2_000_000)); // more than pipes and buffers hold
    const reading = (await place.open("long"))?.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let length = 0;
    for (let piece = await reading.next(); piece.done !== true; piece = await reading.next()) {
      if (length === 0) await outlast(brief.piece);
      length += piece.value.length;
    }
    expect(length).toBe(2_000_000);
  });
});

test("a store that is not there, and one for which there are no keys, say so", async () => {
  const gone = await StorePeer.open();
  const nowhere = open(gone);
  await gone.close();
  const away = await awayAfter(() => nowhere.has("kept"));
  expect([away.message, away.isLasting]).toEqual(["s3://bucket/archive: It does not answer (ECONNREFUSED).", false]);
  const { AWS_SECRET_ACCESS_KEY } = process.env;
  Reflect.deleteProperty(process.env, "AWS_SECRET_ACCESS_KEY");
  try {
    const keyless = await awayAfter(() => open(peer).has("kept"));
    expect(keyless.message).toContain("There are no keys for it: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    expect(keyless.isLasting).toBe(true);
  } finally {
    Object.assign(process.env, { AWS_SECRET_ACCESS_KEY });
  }
});

expensive("a large file sent in parts")("a large file that is broken off has no name, and its parts go", async () => {
  const broken = async function* () {
    yield* pieces(40);
    expect(peer.parts.size).toBeGreaterThan(0);
    throw new Error("the source is gone");
  };
  await expect(place.put("large", broken())).rejects.toThrow("the source is gone");
  await expect.poll(() => peer.parts.size).toBe(0); // the call that ends it is not waited for
  expect([...peer.kept.keys()]).toEqual(["archive/kept"]);
});

test.each([
  ["s3://", "names a bucket"],
  ["s3:bucket", "names a bucket"],
  ["s3://Bucket/x", "names a bucket"],
  ["s3://key:secret@bucket/x", "has no keys in it"],
  ["s3://bucket/a b", "The prefix of an s3:// address"],
  ["s3://bucket/../x", "The prefix of an s3:// address"],
  ["s3://bucket?endpoint=s3.example", "The endpoint of an s3:// address is an origin"],
  ["s3://bucket?endpoint=https://key:secret@s3.example", "The endpoint of an s3:// address is an origin"],
  ["s3://bucket?endpoint=https://s3.example/path", "The endpoint of an s3:// address is an origin"],
  ["s3://bucket?pathStyle=yes", "pathStyle of an s3:// address is true or false"],
  ["s3://bucket?zone=eu", 'knows endpoint, region, pathStyle, once each, and not "zone"'],
  ["s3://bucket?region=a&region=b", "once each"],
])("%s is no address of a store, and the sentence says why without a key", (address, sentence) => {
  expect(() => readS3Address(address)).toThrow(StoreMissing);
  expect(() => readS3Address(address)).toThrow(sentence);
  expect(() => readS3Address(address)).not.toThrow("secret");
});

test("an address is shown as it can be given again", () => {
  const address = "s3://bucket/a/b?endpoint=https://s3.example:9000&region=eu-central-1&pathStyle=true";
  expect(showS3Address(readS3Address(address))).toBe(address);
  expect(showS3Address(readS3Address("s3://bucket//a/?pathStyle=false"))).toBe("s3://bucket/a");
  expect(place.addressOf("m.tar")).toBe(
    `s3://bucket/archive/m.tar?endpoint=http://127.0.0.1:${peer.port}&pathStyle=true`,
  );
});
