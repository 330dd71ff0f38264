import { describe, expect, test } from "vitest";
import { type CaseStanding, nextOfCase, showStandingOfCase } from "./case-next.ts";

const assignee = { first_name: "Sabine", last_name: "Krüger" };
const base: CaseStanding = { state: 0, assignee: null, until: "2026-11-26", isSeen: false };

describe("a case", () => {
  test.each<[facts: Partial<CaseStanding>, said: RegExp]>([
    [{ state: 0 }, /zuweisen, der bis 26\.11\.2026 sucht\.$/],
    [{ state: 1, assignee }, /^Sabine Krüger sucht bis 26\.11\.2026\.$/],
    [{ state: 1, assignee, until: null }, /^Sabine Krüger sucht\.$/],
    [{ state: 1, assignee, isSeen: true }, /^Die Box ist wieder gescannt/],
    [{ state: 2, assignee }, /einlagern und den Klärfall schließen\.$/],
    [{ state: 3, assignee }, /den Kunden unterrichten/],
    [{ state: 4, assignee, isSeen: true }, /^Der Klärfall ist geschlossen/],
  ])("of which %j says what comes next", (facts, said) => {
    expect(nextOfCase({ ...base, ...facts })).toMatch(said);
  });

  test.each<[facts: Partial<CaseStanding>, said: string]>([
    [{ state: 0 }, "offen, bis 26.11.2026"],
    [{ state: 0, assignee }, "offen, zuständig Sabine Krüger, bis 26.11.2026"],
    [{ state: 1, assignee }, "gesucht von Sabine Krüger, bis 26.11.2026"],
    [{ state: 1, assignee, until: null }, "gesucht von Sabine Krüger"],
    [{ state: 2, assignee }, "gefunden"],
    [{ state: 3, assignee }, "Verlust gemeldet"],
  ])("of which %j is named on the page of its box as %s", (facts, said) => {
    expect(showStandingOfCase({ ...base, ...facts })).toBe(said);
  });
});
