import pg from "pg";

/** Each connection keeps what it has planned: more texts than these come only from lists of values, which are never the same twice. */
const mostNames = 500;
const longestText = 10_000;
/**
 * A statement for all columns breaks on a connection that knows it by name when a later version adds one; one for several
 * rows is another for each number of them.
 */
const unfit = /(?:^|[\s.])\*|\), \(\$/;

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown;

/** A connection that plans each statement with values once: planning takes longer than most of them. */
export class NamingClient extends pg.Client {
  readonly #names = new Map<string, string | undefined>();

  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    const runNamed: Query = (text, values, done) => {
      const hasValues = typeof text === "string" && Array.isArray(values) && values.length > 0;
      const name = hasValues ? this.#nameOf(text) : undefined;
      return name === undefined ? query(text, values, done) : query({ name, text, values }, done);
    };
    this.query = runNamed as typeof this.query;
  }

  /** A short, lasting name for a statement's text: PostgreSQL cuts names at 63 bytes. Undefined for one that is better planned anew. */
  #nameOf(text: string): string | undefined {
    const names = this.#names;
    if (names.has(text)) return names.get(text);
    if (names.size >= mostNames || text.length > longestText) return undefined;
    const name = unfit.test(text) ? undefined : `magazin-${names.size + 1}`;
    names.set(text, name);
    return name;
  }
}
