import { BoxState } from "#rules/stock/box-state.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { type KindName, kindNames, readKinds } from "#server/takeover/old-system/kinds.ts";
import { isObject, type OldObject, oldText } from "#server/takeover/plan/old-values.ts";
import { type Samples, pickSample } from "./samples.ts";

type ListQuery = Readonly<Record<string, string | number>>;

/** A list that both systems are asked for. */
export interface ComparedList {
  readonly kind: KindName;
  /** Filters and order, besides its pages. */
  readonly query: ListQuery;
  /** The value that the list is in the order of; null where its order is not compared. */
  readonly sorted: ((entry: OldObject) => string) | null;
  /** True where the order is one of letters, which databases order each in their way. */
  readonly byLetters?: boolean;
}

const field = (name: string) => (entry: OldObject) => oldText(entry[name]);
const customerName = (entry: OldObject) => (isObject(entry["owner"]) ? oldText(entry["owner"]["name"]) : "");

type Order = readonly [column: string, of: (entry: OldObject) => string, byLetters?: true];

/** Columns in whose order each list is read, by the first both up and down. */
const orders: Readonly<Record<KindName, readonly Order[]>> = {
  areas: [],
  rows: [["number", field("number")]],
  customers: [
    ["code", field("code")],
    ["name", field("name"), true],
  ],
  users: [["last_name", field("last_name"), true]],
  boxes: [
    ["code", field("code")],
    ["customer", customerName, true],
  ],
  deliveries: [["code", field("code")]],
};

/** The lists in their orders. The first of each kind is the one whose entries are compared field by field. */
export const orderedLists: readonly ComparedList[] = kindNames.flatMap((kind): ComparedList[] => {
  const { order } = readKinds[kind];
  if (order === null) return [{ kind, query: {}, sorted: null }];
  const [parameter] = order;
  const asked = orders[kind].map(([column, sorted, byLetters]): ComparedList => {
    return { kind, query: { [parameter]: column }, sorted, byLetters: byLetters ?? false };
  });
  const down = asked.slice(0, 1).map((list) => ({ ...list, query: { [parameter]: `-${list.query[parameter]}` } }));
  return [...asked.slice(0, 1), ...down, ...asked.slice(1)];
});

const mostCustomers = 20; // whose numbers, ids and names filters are asked with
const mostUsers = 5;
const mostTexts = 3; // boxes, and words of contents

/** The lists through each filter that specification 7 names, with values of the old system. */
export function filteredLists({ customers, users, boxes, words }: Samples): ComparedList[] {
  const list = (kind: KindName, query: ListQuery): ComparedList => ({ kind, query, sorted: null });
  const numbers = boxes
    .map(({ code }) => Number(parseBoxCode(code)?.slice(4)))
    .filter(Number.isFinite)
    .sort((one, other) => one - other);
  const [low = 1, middle = 1, high = 1] = [numbers[0], numbers[numbers.length >> 1], numbers.at(-1)];
  return [
    ...Object.values(BoxState).map((state) => list("boxes", { state })),
    ...pickSample(customers, mostCustomers).flatMap(({ id, code, name }) => [
      list("boxes", { owner: code }),
      list("boxes", { owner_id: id, state: BoxState.inStock }),
      list("customers", { code }),
      list("customers", { name }),
    ]),
    list("boxes", { min_number: low, max_number: middle }),
    list("boxes", { min_number: middle, max_number: high }),
    ...pickSample(boxes, mostTexts).flatMap(({ code }) => [
      list("boxes", { contain_code: code }),
      list("deliveries", { box: code }),
    ]),
    ...pickSample(words, mostTexts).flatMap((word) => [
      list("boxes", { contain_content: word }),
      list("deliveries", { content: word }),
    ]),
    ...["False", "True"].map((is_staff) => list("users", { is_staff })),
    ...pickSample(users, mostUsers).flatMap(({ last_name, email }) => [
      list("users", { last_name }),
      list("users", { email }),
    ]),
  ];
}
