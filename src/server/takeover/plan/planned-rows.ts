/**
 * Rows of an archive that is taken over, after every rule and every answer of `questions.csv`: `check` counts them, `load` writes them.
 * Ids are those of the old system. A moment is ISO 8601 in UTC, a day `YYYY-MM-DD`, a time of day `HH:MM` in Berlin, an amount euro as text.
 */
export interface PlannedRows {
  areas: { id: number; name: string; created: string | null };
  rows: {
    id: number;
    area: number;
    number: number;
    reverse: boolean;
    /** The largest part and height at which a box stands or stood, at least 1: the old system draws no rows. */
    parts: number;
    heights: number;
    created: string | null;
    /** What the sign of the old system says; null where it was not read. */
    sign: string | null;
  };
  customers: {
    id: number;
    code: number;
    name: string;
    notes: string;
    address_name: string;
    address_postcode: string;
    address_city: string;
    address_street: string;
    meter_price: string;
  };
  users: {
    id: number;
    first_name: string;
    last_name: string;
    email: string;
    is_staff: boolean;
    gender: string | null;
    phone1: string;
    phone2: string;
    last_login: string | null;
    init_password: boolean;
    /** Ids of customers whose user it is. */
    customers: readonly number[];
  };
  options: {
    id: number;
    customer: number;
    description: string;
    days: string;
    fr: string;
    to: string;
    prior: number;
    window: number;
    price: string;
  };
  boxes: {
    id: number;
    customer: number;
    /** Behind the dot of its code. */
    number: number;
    created: string;
    state: number;
    position: { id: number | null; row: number; part: number; height: number; created: string | null } | null;
    size: number;
    destroyed: string | null;
    meta_year: number | null;
    meta_destroy_year: number | null;
    meta_first_delivery: string | null;
    contents: readonly { id: number; text: string; state: number }[];
    /** The bytes lie in the folder under their SHA-256. */
    images: readonly { id: number; sha256: string; content_type: string; created: string; viewed: boolean }[];
    /** In the order of time, the oldest first. */
    history: readonly {
      id: number;
      state: number;
      created: string;
      /** Of a user that is taken over; null otherwise, where `name` may still be known. */
      user: number | null;
      name: string;
      meta: Readonly<Record<string, unknown>> | null;
      text: string;
    }[];
    /** What the barcode of the old system says; null where it was not read or says the code. */
    barcode: string | null;
  };
  deliveries: {
    id: number;
    code: number;
    customer: number;
    created: string;
    kind: number;
    time: string | null;
    state: number;
    price: string | null;
    comment: string;
    boxes: readonly number[];
    contents: readonly number[];
  };
}

export type PlannedKind = keyof PlannedRows;

/** What `check` found at one rule: how often, examples, and what becomes of it. */
export interface PlanFinding {
  /** Stable name of the rule, such as `code-twice`. */
  readonly rule: string;
  readonly becomes: "taken" | "mended" | "question";
  readonly count: number;
}

/** An archive as it would be loaded. */
export interface TakeoverPlan {
  readonly findings: readonly PlanFinding[];
  /** Questions that nobody has answered yet; with one of them `load` refuses. */
  readonly open: number;
  /** Digest of the folder's manifest, its address, and the moment at which it was complete. */
  readonly digest: string;
  readonly address: string;
  readonly completed: string;
  /** Rows of a kind by ascending id, read from the folder as they are asked for. */
  rowsOf<K extends PlannedKind>(kind: K): AsyncIterable<PlannedRows[K]> | Iterable<PlannedRows[K]>;
  /** The file of a picture's bytes. */
  pictureFile(sha256: string): string;
}
