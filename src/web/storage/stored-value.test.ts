import { beforeEach, expect, test, vi } from "vitest";
import type { User } from "#contract/schemas/access/users.ts";
import { showNobody, showUser } from "#web/api/session-state.ts";
import { forgetKept, storedValue, keptText } from "./stored-value.ts";

const erika: User = {
  id: 7,
  gender: "F",
  first_name: "Erika",
  last_name: "Mustermann",
  email: "erika@archiv.example",
  phone1: "",
  phone2: "",
  is_staff: true,
  manages_users: true,
  service: false,
  last_login: null,
  init_password: false,
  active: true,
  second_factor: "off",
  approves: false,
  sees_invoices: false,
  invited_by: null,
  mail_refused: null,
  customers: [],
};

const numbers = storedValue("numbers", (value) => (Array.isArray(value) ? value.map(Number) : undefined));

/** The browser's storage of one tab; its keys are its own properties, as in a browser. */
class TabStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, text: string) {
    this[key] = text;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", new TabStorage());
  showUser(erika);
});

const write = (text: string) => {
  numbers.set([1]);
  const [key = ""] = Object.keys(sessionStorage);
  sessionStorage.setItem(key, text);
};

test("what is kept is found again until it is removed", () => {
  expect(numbers.get()).toBeUndefined();
  numbers.set([1, 2]);
  expect(numbers.get()).toEqual([1, 2]);
  numbers.remove();
  expect(numbers.get()).toBeUndefined();
});

test.each(["{", '"of an older version"', "null", ""])("%j is no draft: it is dropped", (text) => {
  write(text);
  expect(numbers.get()).toBeUndefined();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("a parser that throws drops it too", () => {
  const strict = storedValue("numbers", () => {
    throw new Error("unknown");
  });
  write("[1]");
  expect(strict.get()).toBeUndefined();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("another user of the tab never finds it, who made it does, also after being signed out", () => {
  numbers.set([1]);
  showNobody();
  showUser({ ...erika, id: 70 });
  expect(numbers.get()).toBeUndefined();
  numbers.set([2]);
  showUser(erika);
  expect(numbers.get()).toEqual([1]);
});

test("without a user nothing is kept and nothing is found", () => {
  numbers.set([1]);
  showNobody();
  expect(numbers.get()).toBeUndefined();
  numbers.set([2]);
  numbers.remove();
  forgetKept();
  showUser(erika);
  expect(numbers.get()).toEqual([1]);
});

test("who signs out takes all of their own along and nothing else", () => {
  showUser({ ...erika, id: 70 });
  keptText("content-3").set("Rechnungen");
  showUser(erika);
  numbers.set([1]);
  keptText("content-3").set("Verträge");
  sessionStorage.setItem("scans", "[]");
  forgetKept();
  expect(numbers.get()).toBeUndefined();
  expect(keptText("content-3").get()).toBeUndefined();
  expect(sessionStorage.getItem("scans")).toBe("[]");
  showUser({ ...erika, id: 70 });
  expect(keptText("content-3").get()).toBe("Rechnungen");
});
