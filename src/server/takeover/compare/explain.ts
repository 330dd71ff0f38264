import type { KindName } from "#server/takeover/old-system/kinds.ts";
import type { CheckedPlan } from "#server/takeover/plan/plan.ts";
import type { RuleName } from "#server/takeover/plan/rules.ts";
import { type FieldDifference, there } from "./flat-answer.ts";
import type { FetchedAndPlanned } from "./plan-answers.ts";

const moments: readonly RuleName[] = ["date-without-zone", "date-unreadable", "date-future"];
const texts: readonly RuleName[] = ["text-signs", "text-missing", "text-too-long"];
const codes: readonly RuleName[] = [
  "code-twice",
  "code-of-another-customer",
  "code-unreadable",
  "customer-code-twice",
  "customer-code-unreadable",
];
const places: readonly RuleName[] = [
  "place-twice",
  "place-without-row",
  "stored-without-place",
  "not-stored-with-place",
  "ordered-without-delivery",
  "destroyed-with-place",
  "inconsistent-with-place",
  "box-state-unknown",
];
const prices: readonly RuleName[] = ["price-decimals", "price-unreadable"];

/** Rules that change a field; a path of no sign stands for the whole thing, which is left out. */
const rulesOfFields: readonly (readonly [kind: KindName, path: RegExp, rules: readonly RuleName[]])[] = [
  ["areas", /^name$/, ["area-name-twice", ...texts]],
  ["rows", /^number$/, ["row-number-twice", "row-number-unreadable"]],
  ["areas", /^rows\.\d+\.number$/, ["row-number-twice", "row-number-unreadable"]],
  ["rows", /^$/, ["row-without-area", "object-unread"]],
  ["areas", /^rows\.\d+$/, ["row-without-area"]],
  ["users", /^email$/, ["email-capitals", "email-twice", "email-invalid", "email-missing"]],
  ["users", /^$/, ["email-twice", "email-invalid", "email-missing", "object-unread"]],
  ["users", /^gender$/, ["salutation-unknown"]],
  ["customers", /^code$/, ["customer-code-twice", "customer-code-unreadable"]],
  ["customers", /^address_(postcode|city)$/, ["postcode-of-germany", "postcode-letters", ...texts]],
  ["customers", /^users\./, ["staff-with-customer", "customer-user-gone", "email-twice", "email-invalid"]],
  ["customers", /price$/, prices],
  ["customers", /^deliveryoptions\.\d+\.days$/, ["option-without-days"]],
  ["customers", /^deliveryoptions\.\d+\.(fr|to)$/, ["option-hours"]],
  ["customers", /^deliveryoptions\.\d+\.(prior|window)$/, ["option-number"]],
  ["customers", /^deliveryoptions\.\d+$/, ["option-without-days", "option-hours", "option-number"]],
  ["boxes", /^code$/, codes],
  ["boxes", /^owner$/, ["box-without-customer", "code-of-another-customer"]],
  ["boxes", /^(state|position.*)$/, places],
  ["boxes", /^size$/, ["box-size"]],
  ["boxes", /^meta_(destroy_)?year$/, ["year-unreadable"]],
  [
    "boxes",
    /^destroyed$/,
    ["destroyed-day-of-history", "destroyed-without-day", "destroyed-day-of-others", "date-future", "date-unreadable"],
  ],
  ["boxes", /^meta_first/, ["date-unreadable"]],
  ["boxes", /^$/, [...codes, "box-without-customer", "box-state-unknown", "object-unread"]],
  ["boxes", /^content\.\d+\.state$/, ["content-state-unknown", "content-ordered-without-delivery"]],
  ["boxes", /^images\.\d+/, ["picture-missing", "picture-none", "picture-empty"]],
  ["boxes", /^history\.\d+$/, ["history-kind-unreadable"]],
  ["deliveries", /^code$/, ["delivery-code"]],
  ["deliveries", /^kind$/, ["delivery-kind-unknown"]],
  ["deliveries", /^state$/, ["delivery-state-unknown", "return-canceled"]],
  ["deliveries", /^price$/, prices],
  [
    "deliveries",
    /^box(es|contents)\./,
    ["delivery-of-others", "delivery-line-gone", "promised-twice", "delivery-content-deleted", ...codes],
  ],
  [
    "deliveries",
    /^$/,
    [
      "delivery-code",
      "delivery-without-customer",
      "delivery-of-others",
      "delivery-line-gone",
      "promised-twice",
      "delivery-kind-unknown",
      "delivery-state-unknown",
      "return-canceled",
      "object-unread",
    ],
  ],
];

const partKinds: Readonly<Record<string, string>> = { content: "contents", deliveryoptions: "options" };
const counted = /_count$|^count_/;
const timed = /(^|\.)(created|time|last_login)$/;

/**
 * Explanations that are no rule of the plan: counts of things that it mended, a time that the old system does not report, a password that loading
 * gave, and the form in which a field is kept.
 */
const ofCounts = "counts-of-mended-things";
const ofNoTime = "time-not-told";
const ofPassword = "password-given-when-loaded";
const ofField = "as-the-field-keeps-it";

/** Says which rule explains a difference between what the old system answers and what the new one does. */
export class Explanations {
  readonly #isAnswered: boolean;
  readonly #found: ReadonlyMap<RuleName, ReadonlySet<string>>;

  constructor({ ledger, open }: CheckedPlan) {
    this.#isAnswered = open === 0;
    this.#found = new Map(
      ledger.findings.map(({ rule, examples, questions }) => [
        rule,
        new Set([...examples, ...questions].map(({ thing }) => `${thing.kind}:${thing.id}`)),
      ]),
    );
  }

  /**
   * The rule by which the new system answers otherwise; null where none does. The old answer must be the one that was planned with, the new one
   * the planned one.
   */
  of(kind: KindName, id: number, difference: FieldDifference, known: FetchedAndPlanned | undefined): string | null {
    const { path, old, new: now } = difference;
    if (known === undefined) return null;
    const { fetched, planned } = known;
    if (path === "") return now === null && planned === null && this.#isAnswered ? this.#rule(kind, id, path) : null;
    if (planned === null || (fetched.get(path) ?? null) !== old) return null;
    if (old === "" && now !== null && timed.test(path) && planned.get(path) === "") return ofNoTime;
    const isGiven = path === "init_password" && old === "false" && now === "true";
    if (isGiven && planned.get(path) === old) return ofPassword;
    const isGone = now === null && old === there && planned.has(path.replace(/\.[^.]+$/, ""));
    if (now === null ? !isGone || planned.has(path) : planned.get(path) !== now) return null;
    return counted.test(path) ? ofCounts : this.#rule(kind, id, path);
  }

  /** The counters follow from the boxes: the same must be counted of the planned ones. */
  ofCounter({ path, old, new: now }: FieldDifference, { fetched, planned }: FetchedAndPlanned): string | null {
    return now !== null && fetched.get(path) === old && planned?.get(path) === now ? ofCounts : null;
  }

  #rule(kind: KindName, id: number, path: string): string {
    const [part = "", partId = ""] = path.split(".");
    const names = [`${kind}:${id}`, `${partKinds[part] ?? part}:${partId}`];
    const rules = rulesOfFields.flatMap(([of, pattern, each]) => (of === kind && pattern.test(path) ? each : []));
    const possible = [...rules, ...(timed.test(path) ? moments : texts)].filter((rule) => this.#found.has(rule));
    return possible.find((rule) => names.some((name) => this.#found.get(rule)?.has(name))) ?? possible[0] ?? ofField;
  }
}
