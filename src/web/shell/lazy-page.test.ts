import { expect, test } from "vitest";
import { errors } from "#rules/texts/texts.ts";
import { ChunkError, loadChunk } from "./lazy-page.ts";

const answers = () => Promise.resolve(true);
const isSilent = () => Promise.resolve(false);
const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/x.js"));

test("a chunk that does not come in time says so", async () => {
  const never = () => new Promise<never>(() => undefined);
  await expect(loadChunk(never, 5, answers)).rejects.toThrow(errors.chunk);
});

test("a chunk that is gone says so, and not in the browser's words", async () => {
  await expect(loadChunk(gone, 5, answers)).rejects.toBeInstanceOf(ChunkError);
  await expect(loadChunk(gone, 5, answers)).rejects.toThrow(errors.chunk);
});

test("a chunk that does not come because the server does not answer is no new version", async () => {
  await expect(loadChunk(gone, 5, isSilent)).rejects.toThrow(errors.network);
});

test("a chunk that comes and breaks is no missing chunk", async () => {
  const broken = () => Promise.reject(new TypeError("x is undefined"));
  await expect(loadChunk(broken)).rejects.not.toBeInstanceOf(ChunkError);
});

test("a chunk that comes is handed on", async () => {
  await expect(loadChunk(() => Promise.resolve(7))).resolves.toBe(7);
});
