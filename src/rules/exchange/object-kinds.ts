/** Kinds that `GET /changes/` reports. The database holds the place in this list (`object_changes.kind`), so a new kind joins at its end. */
export const objectKinds = ["box", "content", "delivery", "customer", "batch", "case", "import", "invoice"] as const;
export type ObjectKind = (typeof objectKinds)[number];

/**
 * Audience of each kind. `user` is everybody who sees its customer. `invoices` is those of them with the right to see invoices (and programs that may
 * read them). `staff` is staff alone.
 */
export const kindAccess: Readonly<Record<ObjectKind, "user" | "invoices" | "staff">> = {
  box: "user",
  content: "user",
  delivery: "user",
  customer: "user",
  batch: "user",
  case: "staff",
  import: "user",
  invoice: "invoices",
};

/** Object that changed, without any of its contents. */
export interface ObjectChange {
  readonly kind: ObjectKind;
  readonly id: number;
  /** Grows with every change of the object. */
  readonly version: number;
  readonly deleted: boolean;
}

/**
 * Why a reader has to begin anew: it has no cursor yet (`first`), one of another database, of a restored backup or of before another server took
 * over (`unknown`), one of what the archive's machine forgot when it was set back (`ahead`), or one for other customers or kinds (`selection`).
 */
export const restartCodes = ["first", "unknown", "ahead", "selection"] as const;
export type RestartCode = (typeof restartCodes)[number];
