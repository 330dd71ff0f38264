import { expect, test } from "vitest";
import { nextOfUser, type UserStanding } from "./user-next.ts";

const user: UserStanding = {
  is_staff: false,
  service: false,
  active: true,
  init_password: false,
  last_login: "2026-11-25T10:00:00Z",
  customers: [{}],
};

test.each<[facts: Partial<UserStanding>, said: RegExp]>([
  [{}, /^Der Zugang ist eingerichtet\.$/],
  [{ is_staff: true, customers: [] }, /^Der Zugang ist eingerichtet\.$/],
  [{ active: false, init_password: true }, /deaktiviert/],
  [{ customers: [], init_password: true }, /Noch kein Kunde ist freigegeben/],
  [{ init_password: true, last_login: null }, /mit dem Initialpasswort anmelden/],
  [{ init_password: true }, /noch zu ändern/],
  [{ service: true, last_login: null }, /^Programme arbeiten damit/],
  [{ service: true, active: false }, /kein Token gilt mehr/],
])("what comes next for a user with %j", (facts, said) => {
  expect(nextOfUser({ ...user, ...facts })).toMatch(said);
});
