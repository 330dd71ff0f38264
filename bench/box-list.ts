/** An archive as the cases see it: how many boxes, and two of its customers. */
export interface Stock {
  readonly boxes: number;
  readonly big: { id: number; code: number; boxes: number };
  readonly middling: { id: number; code: number; boxes: number };
}

/** A call to measure; with `bare` the best statement that we know for it, else what it asks the database is asked again bare. */
export interface Case {
  readonly path: string;
  readonly bare?: { readonly text: string; readonly values: readonly unknown[] };
}

const size = 30;
const orders = {
  code: { column: "b.code", with: "" },
  customer: { column: "c.rank, b.number", with: "join ranked c on c.id = b.customer_id" },
  area: { column: "a.rank, b.code", with: "left join ranked a on a.id = b.place_area" },
} as const;
type Order = keyof typeof orders;
const ranked = {
  code: "",
  customer: "ranked as (select id, row_number() over (order by name collate german, code) as rank from customers),",
  area: "ranked as (select id, row_number() over (order by name collate german, id) as rank from areas),",
} as const;

/** The page and the count of boxes that are found by a condition: written by hand, for what a search costs at least. */
function found(order: Order, condition: string, ...values: unknown[]) {
  return {
    text: `with ${ranked[order]} found as materialized (select b.id, b.customer_id, b.number, b.place_area, b.code from boxes b where ${condition})
      select (select count(*) from found), array(select b.id from found b ${orders[order].with} order by ${orders[order].column} limit ${size})`,
    values,
  };
}

const contains =
  "b.id in (select box_id from contents where search_text(text) like (select '%' || search_text($1) || '%'))";

/** Searches, by their names: the query, the condition on the boxes `b`, its values. A word is frequent, a phrase is rare. */
const searches = (stock: Stock): Record<string, [query: string, condition: string, ...values: unknown[]]> => ({
  'content "Hartmann"': ["contain_content=Hartmann", contains, "Hartmann"],
  'content "Personalakten ausgeschieden 2010"': [
    "contain_content=Personalakten+ausgeschieden+2010",
    contains,
    "Personalakten ausgeschieden 2010",
  ],
  "content that is nowhere": ["contain_content=Xylophonquark", contains, "Xylophonquark"],
  'content "Hartmann", state 1': ["contain_content=Hartmann&state=1", `${contains} and b.state = 1`, "Hartmann"],
  'code "0001"': ["contain_code=0001", "b.code like $1", "%0001%"],
  'code "98765"': ["contain_code=98765", "b.code like $1", "%98765%"],
  'code "12"': ["contain_code=12", "b.code || '' like $1", "%12%"],
  'the largest customer, content "Hartmann"': [
    `owner_id=${stock.big.id}&contain_content=Hartmann`,
    `b.id in (select box_id from contents where customer_id = ${stock.big.id}::bigint and search_text(text) like (select '%' || search_text($1) || '%'))`,
    "Hartmann",
  ],
  'a middling customer, code "12"': [
    `owner_id=${stock.middling.id}&contain_code=12`,
    `b.customer_id = ${stock.middling.id}::bigint and b.code || '' like $1`,
    "%12%",
  ],
});

/** The other filters: the query, and how many of a page's rows there are about, for the last page. */
const filters = ({ boxes, big, middling }: Stock): Record<string, { query: string; deep?: number }> => ({
  everything: { query: "", deep: boxes },
  "state 1": { query: "&state=1", deep: Math.floor(boxes * 0.75) },
  "state 4": { query: "&state=4" },
  "the largest customer": { query: `&owner=${big.code}`, deep: big.boxes },
  "the largest customer, state 1": { query: `&owner=${big.code}&state=1` },
  "a middling customer": { query: `&owner=${middling.code}` },
  "numbers 100 to 200": { query: "&min_number=100&max_number=200" },
  "a customer's numbers 100 to 200": { query: `&owner=${middling.code}&min_number=100&max_number=200` },
});

/** Every filter of the box list in every order, the first page and a late one; what else is asked often; by name. */
export function cases(stock: Stock): Record<string, Case> {
  const all: Record<string, Case> = {};
  const list = (query: string, order: string, offset = 0) =>
    `/boxes/?limit=${size}&offset=${offset}&order_by=${order}${query}`;
  for (const order of Object.keys(orders) as Order[]) {
    for (const [name, { query, deep }] of Object.entries(filters(stock))) {
      all[`${name}, by ${order}`] = { path: list(query, order) };
      if (deep !== undefined)
        all[`${name}, by ${order}, late page`] = { path: list(query, order, Math.max(0, deep - 2 * size)) };
    }
    for (const [name, [query, ...condition]] of Object.entries(searches(stock)))
      all[`${name}, by ${order}`] = { path: list(`&${query}`, order), bare: found(order, ...condition) };
  }
  return {
    ...all,
    "everything, by code, descending": { path: list("", "-code") },
    overview: { path: "/boxes/overview/" },
    "a box": { path: `/boxes/${Math.floor(stock.boxes / 2)}/` },
    deliveries: { path: "/deliveries/" },
    'deliveries with a code like "98765"': { path: "/deliveries/?box=98765" },
    'deliveries with a content "Hartmann"': { path: "/deliveries/?content=Hartmann" },
    customers: { path: "/customers/" },
    ...Object.fromEntries(
      ["activity", "service", "stock", "productivity", "due"].map((name) => [
        `report: ${name}`,
        { path: `/reports/${name}/` },
      ]),
    ),
    ...Object.fromEntries(
      ["activity", "service", "stock", "due"].map((name) => [
        `report: ${name} of the largest customer`,
        { path: `/reports/${name}/?customer=${stock.big.id}` },
      ]),
    ),
  };
}
