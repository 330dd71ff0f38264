/** Input of a call. */
export interface Sent {
  readonly path?: Record<string, number>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** User who calls, and a customer that the caller may see. */
export interface Caller {
  readonly userId: number;
  readonly email: string;
  readonly password: string;
  readonly owner: { readonly id: number; readonly code: number; readonly name: string };
}
