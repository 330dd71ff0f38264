import { apiHeader, apiLevel } from "#contract/api-level.ts";
import { all } from "#contract/all.ts";
import { keyHeader } from "#contract/idempotency-key.ts";
import { exampleOfReply, nameOfReply } from "#contract/example-replies.ts";
import type { FullRoute, Reply, Route } from "#contract/route.ts";
import { codeHeader, type RefusalCode } from "#rules/texts/refusals.ts";

/** A call as the page made it. */
export interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The key under which it is done once; null where none was sent. */
  readonly key: string | null;
}

/** Answer instead of the example: a reply, a refusal, or the fate of the call. */
type Answer =
  | { readonly reply: unknown }
  | { readonly status: number; readonly body: object | null; readonly code?: RefusalCode }
  | "lost";

const matcherOf = ({ path }: FullRoute) => new RegExp(`^/api/v1${path.replaceAll(/\{\w+\}/g, "\\d+")}$`);
const calls = Object.entries(all).map(([name, route]) => ({ name, route, matcher: matcherOf(route) }));

/**
 * The server, as far as a screen sees it: every call is answered by the contract's example of its reply, which openapi.test.ts proves
 * against the contract and the walks against the server. A test says what is answered otherwise, in the reply's type.
 */
export class Stub {
  readonly #answers = new Map<string, (asked: Asked) => Answer | Promise<Answer>>();
  readonly #asked = new Map<string, Asked[]>();
  readonly unknown: string[] = [];

  /** Answers a call with this from now on. */
  reply<const R extends Route>(route: R, reply: Reply<R> | ((asked: Asked) => Reply<R>)): void {
    const of = typeof reply === "function" ? (reply as (asked: Asked) => Reply<R>) : () => reply;
    this.#answers.set(keyOf(route), (asked) => ({ reply: of(asked) }));
  }

  /** Answers a call by what it was sent. */
  answer(route: Route, answer: (asked: Asked) => Answer): void {
    this.#answers.set(keyOf(route), answer);
  }

  /** Lets a call wait for its answer until it is let go. */
  hold(route: Route): () => void {
    const answer = this.#answers.get(keyOf(route));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answers.set(keyOf(route), async (asked) => {
      await promise;
      return answer?.(asked) ?? { reply: this.example(route) };
    });
    return resolve;
  }

  /** Refuses a call from now on, as the server does: by field, or with a sentence; null without a body. */
  refuse(route: Route, status: number, body: object | null, code?: RefusalCode): void {
    this.#answers.set(keyOf(route), () => ({ status, body, ...(code && { code }) }));
  }

  /** No answer comes to a call from now on: the network is down. */
  fail(route: Route): void {
    this.#answers.set(keyOf(route), () => "lost");
  }

  /** Returns the answer of a call where a test says nothing else. */
  example<const R extends Route>(route: R): Reply<R> {
    const found = calls.find((call) => keyOf(call.route) === keyOf(route));
    return (found && exampleOf(found.name, found.route)) as Reply<R>;
  }

  /** Returns each call that the page has made, with its input. */
  asked(route: Route): readonly Asked[] {
    return this.#asked.get(keyOf(route)) ?? [];
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const found = calls.find(({ route, matcher }) => route.method === request.method && matcher.test(pathname));
    if (!found) {
      this.unknown.push(`${request.method} ${pathname}`);
      return new Response("", { status: 404 });
    }
    const { name, route } = found;
    const text = await request.text();
    const asked = {
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: text ? (JSON.parse(text) as unknown) : undefined,
      key: request.headers.get(keyHeader),
    };
    this.#asked.set(keyOf(route), [...this.asked(route), asked]);
    return responseOf((await this.#answers.get(keyOf(route))?.(asked)) ?? { reply: exampleOf(name, route) }, route);
  };
}

const keyOf = ({ method, path }: Route) => `${method} ${path}`;

const exampleOf = (name: string, { reply }: FullRoute): unknown =>
  typeof reply === "object" && reply !== null ? exampleOfReply(name, nameOfReply(name, reply)) : null;

function responseOf(answer: Answer, route: FullRoute): Response {
  if (answer === "lost") throw new TypeError("Failed to fetch");
  const headers = { [apiHeader]: String(apiLevel), "Content-Type": "application/json" };
  if (!("reply" in answer)) {
    const { status, body, code = "invalid" } = answer;
    return new Response(body && JSON.stringify(body), { status, headers: { ...headers, [codeHeader]: code } });
  }
  if (answer.reply === null) return new Response(null, { status: 204, headers });
  return new Response(JSON.stringify(answer.reply), { status: route.status ?? 200, headers });
}
