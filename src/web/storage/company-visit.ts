/** Wish of somebody to the company: to sign in here, or to be known here as whoever they are there. */
export type CompanyPurpose = "session" | "identity";

/** A sign-in at the company that this tab has begun. */
export interface CompanyVisit {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly purpose: CompanyPurpose;
  /** Where they wanted to go. */
  readonly next: string | undefined;
}

const visitKey = "company-visit";
const endKey = "company-end";

/** Kept in this tab, whoever sits there: nobody is signed in yet. What comes back means nothing in another tab. */
export const companyVisit = {
  set: (visit: CompanyVisit) => sessionStorage.setItem(visitKey, JSON.stringify(visit)),
  get: (): CompanyVisit | null => JSON.parse(sessionStorage.getItem(visitKey) ?? "null") as CompanyVisit | null,
  remove: () => sessionStorage.removeItem(visitKey),
};

/** Where the company ends its own session, in all tabs of whoever has signed in by it. */
export const companyEnd = {
  set: (address: string | null) =>
    address === null ? localStorage.removeItem(endKey) : localStorage.setItem(endKey, address),
  take: (): string | null => {
    const address = localStorage.getItem(endKey);
    localStorage.removeItem(endKey);
    return address;
  },
};
