import type { Generated } from "kysely";
import type { TokenScope } from "#rules/access/token-scopes.ts";
import type { Gender } from "#rules/access/users.ts";

/** The tables of people and programs that call, and how they come in. */
export interface AccessTables {
  users: {
    id: Generated<number>;
    email: string;
    first_name: Generated<string>;
    last_name: string;
    gender: Gender | null;
    phone1: Generated<string>;
    phone2: Generated<string>;
    is_staff: Generated<boolean>;
    manages_users: Generated<boolean>;
    active: Generated<boolean>;
    /** Nobody: a program calls in its name. */
    service: Generated<boolean>;
    password_hash: string;
    init_password: Generated<boolean>;
    password_since: Generated<string>;
    /** Since when a user who had signed in has another address; the database says it. */
    email_since: Generated<string | null>;
    last_login: string | null;
    /** The colleague who invited them. */
    invited_by: number | null;
    created: Generated<string>;
  };
  tokens: {
    hash: Buffer;
    id: Generated<number>;
    user_id: number;
    address: Generated<string>;
    agent: Generated<string>;
    created: Generated<string>;
    used: Generated<string>;
    confirmed_at: Generated<string>;
    is_new: Generated<boolean>;
    by_company: Generated<boolean>;
  };
  user_identities: {
    id: Generated<number>;
    user_id: number;
    issuer: string;
    subject: string;
    created: Generated<string>;
    last_used: string | null;
  };
  /** Tokens that programs call with, in the name of a user. */
  api_tokens: {
    id: Generated<number>;
    hash: Buffer;
    prefix: string;
    name: string;
    user_id: number;
    scopes: TokenScope[];
    customer_id: number | null;
    created: Generated<string>;
    created_by: number | null;
    expires: string;
    ended: string | null;
    last_used: string | null;
    last_address: string | null;
    last_refused: string | null;
  };
  login_failures: { key: string; at: Generated<string>; try: string | null };
  known_addresses: { user_id: number; address: string; used: Generated<string> };
  known_devices: { user_id: number; device: string; used: Generated<string> };
  second_factors: { user_id: number; secret: string; confirmed: string | null; last_step: Generated<number> };
  recovery_codes: { user_id: number; hash: Buffer };
}
