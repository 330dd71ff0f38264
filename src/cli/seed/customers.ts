import { between, pick, pickWeighted, type Random, randomFrom, shuffle } from "./random.ts";
import { dayOf, weekdayOfDay } from "./days.ts";
import { type Trade, trades } from "./texts.ts";
import { asciiWord, cities, firstNames, lastNames, streets } from "./vocabulary.ts";

export interface PlannedOption {
  readonly description: string;
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly prior: number;
  readonly window: number;
  readonly price: string;
}

interface PlannedUser {
  readonly email: string;
  readonly gender: "M" | "F" | "D";
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

export interface PlannedCustomer {
  readonly code: number;
  readonly name: string;
  readonly trade: Trade;
  readonly postcode: string;
  readonly city: string;
  readonly street: string;
  readonly notes: string;
  readonly meterPrice: string;
  readonly boxes: number;
  /** mm, of most of its boxes */
  readonly size: number;
  /** The day of its first box. */
  readonly since: number;
  /** True where the customer has the year and the destroy year of its boxes kept. */
  readonly keepsYears: boolean;
  readonly options: readonly PlannedOption[];
  readonly users: readonly PlannedUser[];
}

export interface SeedPlan {
  readonly seed: number;
  readonly boxes: number;
  readonly customers: number;
  /** Minutes since 1970: nothing happens later. */
  readonly now: number;
  /** Codes begin after this one. */
  readonly highestCode: number;
  /** True where users may exist already, so that new addresses need the customer's code. */
  readonly added: boolean;
}

const optionPlans: readonly PlannedOption[] = [
  {
    description: "Standardlieferung",
    days: [1, 2, 3, 4, 5],
    from: "08:00",
    to: "16:00",
    prior: 24,
    window: 8,
    price: "24.90",
  },
  {
    description: "Expresslieferung am selben Tag",
    days: [1, 2, 3, 4, 5],
    from: "12:00",
    to: "18:00",
    prior: 6,
    window: 3,
    price: "59.00",
  },
  { description: "Wochentour", days: [2, 4], from: "09:00", to: "13:00", prior: 20, window: 4, price: "12.50" },
  { description: "Samstagslieferung", days: [6], from: "09:00", to: "12:00", prior: 18, window: 3, price: "79.00" },
];
const notes = [
  "",
  "",
  "",
  "",
  "Anlieferung nur über den Hof.",
  "Ansprechpartner bitte vorab anrufen.",
  "Pforte ab 7 Uhr besetzt, Rampe 2.",
];

/** The customers of the archive, few large ones and many small ones. */
export function planCustomers(wanted: SeedPlan): PlannedCustomer[] {
  const random = randomFrom(wanted.seed, "customers");
  const sizes = skewedCounts(random, wanted.customers, wanted.boxes);
  const names = new Set<string>();
  let code = wanted.highestCode;
  return sizes.map((boxes) => {
    code += wanted.customers > 2000 ? 1 : between(random, 1, 3);
    return planCustomer(random, { ...wanted, boxes, code }, names);
  });
}

function planCustomer(random: Random, wanted: SeedPlan & { code: number }, names: Set<string>): PlannedCustomer {
  const trade = trades[
    pickWeighted(
      random,
      trades.map(({ share }) => share),
    )
  ] as Trade;
  const [postcode, city] = pick(random, cities);
  const name = newName(random, trade, city, names);
  const domain = `${asciiWord(name)}${wanted.added ? `-${wanted.code}` : ""}.example`;
  const people = random() < 0.5 ? between(random, 1, 3) : 0;
  const emails = new Set<string>();
  return {
    code: wanted.code,
    name,
    trade,
    postcode,
    city,
    street: `${pick(random, streets)} ${between(random, 1, 140)}`,
    notes: pick(random, notes),
    meterPrice: (between(random, 45, 160) / 20).toFixed(2),
    boxes: wanted.boxes,
    size: pick(random, [400, 400, 400, 400, 400, 330, 500, 800]),
    since: dayOf(wanted.now) - between(random, 900, 5400),
    keepsYears: random() < 0.7,
    options: shuffle(random, optionPlans).slice(0, between(random, 1, 3)),
    users: Array.from({ length: people }, () => planUser(random, domain)).filter(
      ({ email }) => !emails.has(email) && emails.add(email),
    ),
  };
}

function newName(random: Random, trade: Trade, city: string, names: Set<string>): string {
  for (let attempt = 1; ; attempt++) {
    const name = pick(random, trade.names)(random, city);
    const distinct = attempt > 5 ? `${name}, Standort ${pick(random, cities)[1]}` : name;
    const uniqueName = attempt > 25 ? `${distinct} (${attempt})` : distinct;
    // Two that differ in their signs only would share one domain.
    const key = asciiWord(uniqueName);
    if (names.has(key)) continue;
    names.add(key);
    return uniqueName;
  }
}

function planUser(random: Random, domain: string): PlannedUser {
  const firstName = pick(random, firstNames);
  const lastName = pick(random, lastNames);
  return {
    email: `${asciiWord(firstName)}.${asciiWord(lastName)}@${domain}`,
    gender: pick(random, ["M", "F", "M", "F", "M", "F", "D"]),
    firstName,
    lastName,
    phone: `0${between(random, 30, 999)} ${between(random, 100_000, 9_999_999)}`,
  };
}

/** Whole numbers with the sum `total`, the largest about 16 times the smallest, in any order; each at least 1. */
function skewedCounts(random: Random, count: number, total: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => (1 + (31 * rank) / Math.max(1, count - 1)) ** -0.8);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const spare = total - count;
  const sizes = weights.map((weight) => 1 + Math.floor((spare * weight) / sum));
  const rest = total - sizes.reduce((all, size) => all + size, 0);
  sizes[0] = (sizes[0] ?? 0) + rest;
  return shuffle(random, sizes);
}

/** The first day on or after `day` on which the option delivers. */
export function deliveryDay({ days }: PlannedOption, day: number): number {
  let optionDay = day;
  while (!days.includes(weekdayOfDay(optionDay))) optionDay++;
  return optionDay;
}
