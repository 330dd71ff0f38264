import { expect, test } from "vitest";
import { boxList } from "#contract/lists/boxes.ts";
import { openSearch, savedSearch } from "./view-search.ts";

test("a view is the list's filters and its order, without the page", () => {
  const search = { page: 3, owner: 42, state: 0, content: "Müller & Söhne", orderBy: "-code" } as const;
  const saved = savedSearch(boxList, search);
  expect(openSearch(boxList, saved)).toEqual({ search: { ...search, page: undefined }, gone: [] });
  expect(saved).not.toContain("page");
});

test("a view with a filter, a value or an order that is gone opens without it, and says which", () => {
  const { search, gone } = openSearch(boxList, "owner=42&colour=red&state=99&orderBy=weight");
  expect(search).toEqual({ owner: 42 });
  expect(gone).toEqual(["colour", "Status", "Sortierung"]);
});
