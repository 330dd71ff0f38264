import { randomBytes } from "node:crypto";
import { newestAlong, PackagesOnDemand } from "#server/android/packages-on-demand.ts";
import { ticketPurpose, writeTicket } from "#server/android/tickets.ts";
import type { Database } from "#server/database/database.ts";
import { authenticator } from "#server/features/access/second-factor/mutations.ts";
import { tokenScopes, type TokenScope } from "#rules/access/token-scopes.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { destroyMarked } from "#server/features/destruction/collective/mutations.ts";
import { editMeta } from "#server/features/stock/meta/mutations.ts";
import { keepPasswordLink } from "#server/database/messages/password-links.ts";
import { saveView } from "#server/features/search/views/mutations.ts";
import { newToken } from "#server/http/session.ts";
import { createToken } from "#server/features/access/tokens/mutations.ts";
import { hashOnce } from "#test/support/passwords.ts";
import { anyWord } from "#test/support/words.ts";

type Id = { readonly id: number };

export interface UserWish {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly isStaff?: boolean;
  /** As of staff at the upgrade, where nothing is said. */
  readonly managesUsers?: boolean;
  /** Without one the user cannot sign in. */
  readonly password?: string;
  readonly initPassword?: boolean;
  readonly active?: boolean;
  /** True where the user has signed in once, as those have whom messages inform of their customers' business. */
  readonly signedIn?: boolean;
  /** No person. */
  readonly service?: boolean;
  readonly customers?: readonly Id[];
}

/** Returns the factories of things that belong to a user alone: how they sign in, what they saved and may take back. */
export function accessFactories(db: Database) {
  return {
    async user(wish: UserWish = {}) {
      const {
        isStaff = false,
        managesUsers = isStaff,
        password,
        customers = [],
        initPassword = false,
        active = true,
        signedIn = true,
        service = false,
      } = wish;
      const email = wish.email ?? `${anyWord()}@example.com`;
      const names = { first_name: wish.firstName ?? "Erika", last_name: wish.lastName ?? "Muster" };
      const password_hash = password === undefined ? "none" : await hashOnce(password);
      return db.write(async (tx) => {
        const is = { is_staff: isStaff, manages_users: managesUsers, init_password: initPassword, active, service };
        const last_login = signedIn ? new Date().toISOString() : null;
        const values = { email, ...names, ...is, password_hash, last_login };
        const { id } = await tx.insertInto("users").values(values).returning("id").executeTakeFirstOrThrow();
        const assigned = customers.map((customer) => ({ customer_id: customer.id, user_id: id }));
        if (assigned.length > 0) await tx.insertInto("customer_users").values(assigned).execute();
        return { id, email, password, ...names };
      });
    },
    /** Lets a customer's user invite colleagues; staff need no right. */
    async inviter(user: Id, owner: Id): Promise<void> {
      const rights = db.write((tx) =>
        tx
          .updateTable("customer_users")
          .set({ may_invite: true })
          .where("user_id", "=", user.id)
          .where("customer_id", "=", owner.id)
          .execute(),
      );
      await rights;
    },

    /** Somebody of a customer who has signed in, with no right. */
    async colleague(owner: Id, email = `${anyWord()}@example.com`): Promise<Id> {
      const user = { email, last_name: "Kollegin", password_hash: "none", last_login: new Date().toISOString() };
      return db.write(async (tx) => {
        const made = await tx.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow();
        await tx
          .insertInto("customer_users")
          .values({ customer_id: owner.id, user_id: made.id, may_order: false })
          .execute();
        return made;
      });
    },
    /** A token of a program that calls for this user, with every scope where none is named; in plain. */
    async apiToken(
      { id }: Id,
      { scopes = tokenScopes, customer }: { scopes?: readonly TokenScope[]; customer?: Id } = {},
    ): Promise<{ readonly id: number; readonly token: string }> {
      const now = new Date();
      const request = { owner: id, name: anyWord(), scopes: [...scopes], expires: addDays(berlinDay(now), 30) };
      const actor = { userId: id, address: null };
      const made = await db.write((tx) => createToken(tx, actor, { ...request, customer: customer?.id }, now));
      return { id: made.id, token: made.plain };
    },
    /** A ticket for the newest package that comes along. */
    async appTicket() {
      const config = { providerName: "Muster Archiv GmbH", productTitle: "Magazin", tlsNames: [] };
      const android = new PackagesOnDemand({ db, config, now: () => new Date() });
      const ticket = { version: newestAlong, file: null, address: "", until: Date.now() + 600_000 };
      return writeTicket(await android.secret(ticketPurpose), ticket);
    },
    /** Gives a user a second factor, or only begins it; answers a code that is good now. */
    async secondFactor(
      user: Id,
      { confirmed = true, secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" } = {},
    ): Promise<string> {
      const now = confirmed ? new Date().toISOString() : null;
      await db.write(async (tx) => {
        await tx.deleteFrom("second_factors").where("user_id", "=", user.id).execute();
        await tx.insertInto("second_factors").values({ user_id: user.id, secret, confirmed: now }).execute();
      });
      return authenticator(secret).generate();
    },

    /** Creates the identity by which a company names this user. */
    async identity({ id: user_id }: Id): Promise<number> {
      const identity = { user_id, issuer: `https://${anyWord()}.example`, subject: randomBytes(8).toString("hex") };
      const made = await db.write((tx) =>
        tx.insertInto("user_identities").values(identity).returning("id").executeTakeFirstOrThrow(),
      );
      return made.id;
    },

    /** A view of the list of boxes that a user saved. */
    view({ id }: Id) {
      const view = { list: "boxes", name: randomBytes(5).toString("hex"), search: "state=1" } as const;
      return db.write((tx) => saveView(tx, id, view));
    },

    /** Changes the year of a customer's boxes; answers by what that user takes it back. */
    async metaChange({ id }: Id, customer: Id): Promise<string> {
      const { undo } = await db.write((tx) => editMeta(tx, id, { customer: customer.id, meta_year: 2001 }));
      return undo ?? "";
    },

    /** Destroys every marked box together; answers the moment by which that is found again. */
    async destruction({ id }: Id): Promise<string> {
      const { moment } = await db.write((tx) => destroyMarked(tx, id, berlinDay(new Date())));
      return moment ?? "";
    },

    /** A link by which a user sets a password; answers what stands behind its `#`. */
    async passwordLink({ id }: Id): Promise<string> {
      const { token, hash } = newToken();
      await db.write((tx) => keepPasswordLink(tx, id, hash));
      return token;
    },

    /** A mail about an order that was given up after three days; answers its number. */
    async failedMessage({ owner }: { owner: Id }): Promise<number> {
      const mail = { mail: "orderOnWay", delivery: 1, code: 1 };
      const values = { kind: "mail", target: "mail:0", customer_id: owner.id, payload: JSON.stringify(mail) } as const;
      const end = { dedupe: randomBytes(8).toString("hex"), done_at: new Date().toISOString(), failed: true };
      const message = { ...values, ...end, failure: "Keine Antwort innerhalb von 10 Sekunden" };
      return (
        await db.write((tx) => tx.insertInto("messages").values(message).returning("id").executeTakeFirstOrThrow())
      ).id;
    },

    /** Another session of a user; answers its id. */
    async session({ id: user_id }: Id): Promise<number> {
      const token = { hash: randomBytes(32), user_id };
      const made = await db.write((tx) =>
        tx.insertInto("tokens").values(token).returning("id").executeTakeFirstOrThrow(),
      );
      return made.id;
    },
  };
}
