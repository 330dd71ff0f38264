import { nameLength } from "#contract/limits.ts";
import { canSignInBy, genderText, isEmail, normalEmail } from "#rules/access/users.ts";
import { claim } from "./facts.ts";
import type { Thing } from "./ledger.ts";
import { userThing } from "./old-things.ts";
import { flagIn, oldId, type OldObject, oldText } from "./old-values.ts";
import type { PlannedRows } from "./planned-rows.ts";
import { planMoment, type Planning, planText } from "./plan-fields.ts";

const leftOut = "weglassen";

/** A user as they come along; null where they wait for an answer, or are left out. */
export function planUser(planning: Planning, old: OldObject): PlannedRows["users"] | null {
  const { ledger, facts } = planning;
  const thing = userThing(old);
  const id = oldId(old);
  ledger.begin();
  const email = planEmail(planning, old, thing);
  if (email === leftOut) {
    facts.users.delete(id);
    return null;
  }
  const text = (field: string, required = false) =>
    planText(planning, thing, [field, old[field]], nameLength, required);
  const is_staff = flagIn(old["is_staff"]);
  const customers = facts.customersOfUsers.get(id) ?? [];
  if (is_staff && customers.length > 0)
    ledger.found(
      "staff-with-customer",
      thing,
      `Zugeordnet ist er dem Kunden unter ${customers.map((customer) => `/customers/${customer}`).join(", ")}.`,
    );
  if (!is_staff && customers.length === 0)
    ledger.found("user-without-customer", thing, "Kein Kunde nennt diesen User.");
  const user = {
    id,
    first_name: text("first_name"),
    last_name: text("last_name", true),
    email,
    is_staff,
    gender: planGender(planning, old, thing),
    phone1: text("phone1"),
    phone2: text("phone2"),
    last_login: planMoment(planning, thing, ["last_login", old["last_login"]]),
    init_password: flagIn(old["init_password"]),
    customers: is_staff ? [] : customers,
  };
  return ledger.waits ? null : user;
}

function planGender({ ledger }: Planning, old: OldObject, thing: Thing): string | null {
  const gender = oldText(old["gender"]);
  if (gender in genderText) return gender;
  if (gender !== "") ledger.found("salutation-unknown", thing, `Die Anrede ist «${gender}».`);
  return null;
}

/** The address, empty while it is asked for; `weglassen` where the user is left out. */
function planEmail({ ledger, facts }: Planning, old: OldObject, thing: Thing): string {
  const id = oldId(old);
  const written = oldText(old["email"]).trim();
  const email = normalEmail(written);
  const refuses = (other: string) =>
    other === leftOut || (facts.emails.get(other) ?? id) === id ? null : "Diese Adresse hat schon ein anderer User.";
  const ask = (rule: "email-missing" | "email-invalid" | "email-twice", said: string) => {
    const answer = ledger.ask(rule, thing, said, { refuses });
    if (answer !== null && answer !== leftOut) claim(facts.emails, answer, id);
    return answer ?? "";
  };
  if (email === "") return ask("email-missing", "Der User hat keine Adresse.");
  if (!isEmail(email) && !canSignInBy(email)) return ask("email-invalid", `Die Adresse ist «${written}».`);
  if (claim(facts.emails, email, id) !== id)
    return ask(
      "email-twice",
      `Die Adresse ${written} hat schon ein anderer User (seine Nummer im alten System: ${facts.emails.get(email)}).`,
    );
  if (email !== written) ledger.found("email-capitals", thing, `Aus ${written} wird ${email}.`);
  return email;
}
