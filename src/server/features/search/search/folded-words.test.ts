import { sql } from "kysely";
import { expect } from "vitest";
import { spellingsOf } from "#rules/search/spelling.ts";
import { hasEvery, hasWholeWord } from "#server/database/search/has-words.ts";
import { testDatabase } from "#test/support/database.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();

expensive("1,500 texts compared with eighty words")(
  "a text that is not folded has a word where its fold has it, whatever letters stand around it",
  async () => {
    const letters = Array.from("aeoubnrtsAEOUSTäöüÄÖÜß -.12ДŁéÉİﬁ½–„“\u0301\u0308");
    const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 14 });
    const cases = fc
      .sample(fc.tuple(text, fc.nat(8), fc.nat(6), fc.constantFrom("ue", "u", "ü")), 1500)
      .map(([whole, from, length, spelled]) => ({
        text: whole,
        word: whole
          .slice(from, from + length + 1)
          .replaceAll("ü", spelled)
          .trim(),
      }));
    const words = [...new Set(cases.map(({ word }) => spellingsOf(word)))].filter((word) => word !== "").slice(0, 80);
    const rows = await Promise.all(
      words.map((word) =>
        db.read.list(
          `folds-${word}`,
          sql<{ text: string; has: boolean; folded: boolean; whole: boolean; folded_whole: boolean }>`
          select text, ${hasEvery(sql`text`, { words: [word], shortWords: [] })[0]} as has, search_text(text) ~ ${word}::text as folded,
            ${hasWholeWord(sql`text`, word)} as whole, search_text(text) ~ ${`\\m${word}\\M`}::text as folded_whole
          from unnest(${cases.map((each) => each.text)}::text[]) text`,
        ),
      ),
    );
    const all = rows.flat();
    expect(all.filter(({ folded }) => folded).length).toBeGreaterThan(500);
    expect(all.filter(({ has, folded, whole, folded_whole }) => has !== folded || whole !== folded_whole)).toEqual([]);
  },
);
