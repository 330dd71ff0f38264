import { expect } from "vitest";
import { codeHeader, type RefusalCode, refusalStatus } from "#rules/texts/refusals.ts";
import { translations } from "#rules/texts/texts.ts";
import type { Answer } from "#test/support/client.ts";

const english =
  /\b(invalid|expected|received|must|required|too (big|small|long|short)|unrecognized|input|error|failed|not found|cannot)\b/i;

/** Proves that an answer is one of the error catalogue (specification 8, product 8): shape, name, German, nothing of our insides. */
export function expectCatalogue({ status, text, body, headers }: Answer, about = ""): void {
  const what = `${about} answered ${status}: ${text.slice(0, 300)}`;
  expect([400, 403, 404, 405, 413, 429], what).toContain(status);
  expect(headers.get("content-type"), what).toMatch(/^application\/json/);
  expect(refusalStatus[headers.get(codeHeader) as RefusalCode], what).toBe(status);
  expect(body, what).toBeTypeOf("object");
  const entries = Object.entries(body as object);
  expect(entries.length, what).toBeGreaterThan(0);
  for (const [field, value] of entries) {
    if (status === 400) expect(Array.isArray(value) && value.length > 0, what).toBe(true);
    else expect(field, what).toBe("detail");
    for (const message of [value].flat()) {
      expect(message, what).toBeTypeOf("string");
      if (!(message in translations)) expect(message, what).not.toMatch(english);
    }
  }
}

/** A refusal of the catalogue, or success; never our own fault. */
export function expectAnswer(answer: Answer, about: string): void {
  if (answer.status >= 300) expectCatalogue(answer, about);
}
