import { randomUUID } from "node:crypto";
import { createArea } from "#contract/calls/stock/areas.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { createBoxes, editBox, getBox } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { createCustomer, editCustomer } from "#contract/calls/customers/customers.ts";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { uploadImage } from "#contract/calls/stock/images.ts";
import type { Input, Reply, Route } from "#contract/route.ts";
import { createDeliveryOption } from "#contract/calls/deliveries/delivery-options.ts";
import { createRow } from "#contract/calls/stock/rows.ts";
import type { Operation } from "#contract/schemas/scanning/scans.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { confirmSession, login } from "#contract/calls/access/session.ts";
import { changePassword, createUser } from "#contract/calls/access/users.ts";
import type { NewUser } from "#contract/schemas/access/users.ts";
import { confirmedMinutes } from "#rules/access/users.ts";
import { anyWord } from "#test/support/words.ts";

interface Given {
  readonly path?: Record<string, number>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}
interface Few {
  1: [Box];
  2: [Box, Box];
  3: [Box, Box, Box];
  4: [Box, Box, Box, Box];
}
type Boxes<N extends number> = N extends keyof Few ? Few[N] : Box[];
type Id = { readonly id: number };

/** Calls the server as one user, beside the browser: what a test needs it makes by itself, and what it did it reads. */
export class Api {
  readonly base: string;
  readonly token: string;
  readonly user: number;

  readonly #password: string;
  #proved = Date.now();

  constructor(base: string, token: string, user: number, password = "") {
    this.#password = password;
    this.base = base;
    this.token = token;
    this.user = user;
  }

  static async signIn(base: string, credentials: { email: string; password: string }): Promise<Api> {
    const body = { username: credentials.email, password: credentials.password };
    const { token, user } = await new Api(base, "", 0).call(login, { body });
    return new Api(base, token, user, credentials.password);
  }

  /** A session that lives as long as its worker is proved anew before it is asked to be. */
  async stayProved(): Promise<this> {
    if (Date.now() - this.#proved < 60_000 * (confirmedMinutes / 2)) return this;
    await this.call(confirmSession, { body: { own_password: this.#password } });
    this.#proved = Date.now();
    return this;
  }

  /** State that a browser keeps of the session. */
  get storageState() {
    const entries = { token: this.token, user: String(this.user) };
    const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
    return { cookies: [], origins: [{ origin: this.base, localStorage }] };
  }

  /** A call of the contract that must succeed. */
  async call<R extends Route>(route: R, input: Input<R>): Promise<Reply<R>> {
    const { path = {}, query = {}, body } = input as Given;
    const filled = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(path[name]));
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const form = body instanceof FormData;
    const answer = await fetch(`${this.base}/api/v1${filled}?${search}`, {
      method: route.method,
      headers: {
        ...(this.token && { authorization: `Token ${this.token}` }),
        ...(body !== undefined && !form && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${route.method} ${filled} answered ${answer.status}: ${text}`);
    return (text === "" ? null : JSON.parse(text)) as Reply<R>;
  }

  area(name = `Halle ${anyWord()}`) {
    return this.call(createArea, { body: { name } });
  }

  async row(wish: { area?: Id; number?: number; reverse?: boolean; parts?: number; heights?: number } = {}) {
    const { area, number = 1, ...shape } = wish;
    const { id } = area ?? (await this.area());
    return this.call(createRow, { body: { areaId: id, number, ...shape } });
  }

  customer(name = `Kunde ${anyWord()}`) {
    return this.call(createCustomer, { body: { name } });
  }

  /** New boxes of a customer, made for the purpose where none is given. */
  async boxes<N extends number>(amount: N, owner?: Id): Promise<Boxes<N>> {
    const { id } = owner ?? (await this.customer());
    return (await this.call(createBoxes, { body: { owner: id, amount } })) as Boxes<N>;
  }

  async box(owner?: Id): Promise<Box> {
    const [box] = await this.boxes(1, owner);
    return box;
  }

  details({ id }: Id) {
    return this.call(getBox, { path: { id } });
  }

  edit({ id }: Id, body: Input<typeof editBox>["body"]) {
    return this.call(editBox, { path: { id }, body });
  }

  async scan(operation: Operation extends infer O ? (O extends Operation ? Omit<O, "id"> : never) : never) {
    const operations = [{ ...operation, id: randomUUID() } as Operation];
    const { results } = await this.call(scan, { body: { operations } });
    if (results[0]?.status !== "done") throw new Error(`The scan was refused: ${results[0]?.message}`);
  }

  store({ code }: { readonly code: string }, row: Id, part = 1, height = 1) {
    return this.scan({ kind: "store", code, row: row.id, part, height, move: false });
  }

  /** Boxes in stock, side by side in a row of their own. */
  async stored<N extends number>(amount: N, owner?: Id): Promise<Boxes<N>> {
    const row = await this.row();
    const boxes: Boxes<N> = await this.boxes(amount, owner);
    for (const [index, box] of (boxes as Box[]).entries()) await this.store(box, row, index + 1);
    return boxes;
  }

  content(box: Id, text: string) {
    return this.call(createContent, { body: { box_id: box.id, text } });
  }

  image(box: Id, file: Blob) {
    const body = new FormData();
    body.set("box_id", String(box.id));
    body.set("image", file, "bild.jpg");
    return this.call(uploadImage, { body: body as never });
  }

  option({ id }: Id, wish: Partial<Input<typeof createDeliveryOption>["body"]> = {}) {
    const times = { days: "1,3", from: "08:00", to: "16:00", prior: 24, window: 4 };
    const body = { customer: id, description: "Wochentour", price: "12.50", ...times, ...wish };
    return this.call(createDeliveryOption, { body });
  }

  /** A delivery for the next possible day. */
  order({ id }: Id, option: Id, lines: { boxes?: readonly Id[]; contents?: readonly Id[]; comment?: string }) {
    const { boxes = [], contents = [], comment = "" } = lines;
    const chosen = { boxes: boxes.map((box) => box.id), boxcontents: contents.map((content) => content.id) };
    return this.call(createDelivery, { body: { customer: id, delivery_option: option.id, ...chosen, comment } });
  }

  /** A customer user with a password of their own who may see this customer only. */
  async buyer({ id }: Id) {
    const buyer = await Api.signIn(this.base, await this.newUser({ initial: false }));
    await this.call(editCustomer, { path: { id }, body: { user_ids: [buyer.user] } });
    return buyer;
  }

  /** A new customer user with the initial password, which only this answer carries. */
  addUser(wish: Partial<Input<typeof createUser>["body"]> = {}) {
    const body = { email: `${anyWord()}@example.com`, last_name: "Neu", first_name: "Nina", ...wish };
    return this.call(createUser, { body });
  }

  /** A session of a new user, who gives themselves a password in it. */
  async enter({ id, email, init_password_plain: old_password }: NewUser, own = `Quittenbaum-${anyWord()}`) {
    const session = await Api.signIn(this.base, { email, password: old_password });
    await session.call(changePassword, { path: { id }, body: { old_password, new_password: own } });
    return session;
  }

  /** A customer user who has a password of their own, or still the initial one. */
  async newUser({ initial }: { initial: boolean }) {
    const email = `${anyWord()}@example.com`;
    const made = await this.call(createUser, { body: { email, last_name: "Neu", first_name: "Nina" } });
    const first = { email, password: made.init_password_plain };
    if (initial) return first;
    const own = { email, password: `Quittenbaum-${anyWord()}` };
    const session = await Api.signIn(this.base, first);
    const body = { old_password: first.password, new_password: own.password };
    await session.call(changePassword, { path: { id: made.id }, body });
    return own;
  }
}
