/** The cookies that say what was written, kept and sent as a browser does. */
export class SeenCookies {
  readonly #until = new Map<string, number>();

  keep({ headers }: Response): void {
    for (const cookie of headers.getSetCookie().filter((each) => each.startsWith("magazin-seen"))) {
      const [pair = ""] = cookie.split(";");
      for (const old of this.#until.keys()) if (nameOf(old) === nameOf(pair)) this.#until.delete(old);
      const age = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]) * 1000;
      if (age > 0) this.#until.set(pair, performance.now() + age);
    }
  }

  get headers(): { readonly cookie?: string } {
    for (const [pair, until] of this.#until) if (until < performance.now()) this.#until.delete(pair);
    return this.#until.size > 0 ? { cookie: [...this.#until.keys()].join("; ") } : {};
  }
}

const nameOf = (pair: string) => pair.split("=")[0];
