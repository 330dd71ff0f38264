import { isEmail, normalEmail } from "./users.ts";

/** Person whom the company's sign-in names. */
export interface CompanyPerson {
  /** Permanent name of the person at the issuer; an address of mail may be somebody else's one day. */
  readonly subject: string;
  /** In its normal form, where the issuer says that it is proved to be theirs; null otherwise. */
  readonly email: string | null;
  readonly firstName: string;
  /** A part of the address of mail where no name is given. */
  readonly lastName: string;
}

type Claims = Readonly<Record<string, unknown>>;

const textOf = (claims: Claims, name: string): string => {
  const { [name]: value } = claims;
  return typeof value === "string" ? value.trim().slice(0, 200) : "";
};

/**
 * The person of an ID token (OpenID Connect Core 2 and 5.1). Entra's `sub` is another one for each program, so there the tenant and the
 * object's id name the person; `email_verified` must be the word true, as a text like "true" is no proof. Null where nobody is named.
 */
export function companyPerson(claims: Claims): CompanyPerson | null {
  const [tenant, object] = [textOf(claims, "tid"), textOf(claims, "oid")];
  const subject = tenant && object ? `${tenant}:${object}` : textOf(claims, "sub");
  if (subject === "") return null;
  const address = textOf(claims, "email");
  const email = claims["email_verified"] === true && isEmail(address) ? normalEmail(address) : null;
  const named = textOf(claims, "family_name") || textOf(claims, "name");
  return {
    subject,
    email,
    firstName: textOf(claims, "family_name") ? textOf(claims, "given_name") : "",
    lastName: named || (email?.split("@")[0] ?? subject),
  };
}

/** Says whether an address of mail is of this very domain: an address of a subdomain is somebody else's. */
export const isOfDomain = (email: string, domain: string): boolean => email.endsWith(`@${domain.toLowerCase()}`);

/** Hours after which a session that the company's sign-in opened ends: whoever has left the company is out within the day. */
export const companySessionHours = 12;
