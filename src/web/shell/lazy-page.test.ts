import { expect, test } from "vitest";
import { errors } from "#rules/texts/texts.ts";
import { ChunkError, loadChunk } from "./lazy-page.ts";

test("a chunk that does not come in time says so", async () => {
  const never = () => new Promise<never>(() => undefined);
  await expect(loadChunk(never, 5)).rejects.toThrow(errors.chunk);
});

test("a chunk that is gone says so, and not in the browser's words", async () => {
  const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/x.js"));
  await expect(loadChunk(gone)).rejects.toBeInstanceOf(ChunkError);
});

test("a chunk that comes and breaks is no missing chunk", async () => {
  const broken = () => Promise.reject(new TypeError("x is undefined"));
  await expect(loadChunk(broken)).rejects.not.toBeInstanceOf(ChunkError);
});

test("a chunk that comes is handed on", async () => {
  await expect(loadChunk(() => Promise.resolve(7))).resolves.toBe(7);
});
