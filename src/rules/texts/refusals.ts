/**
 * Names of refusals for programs, and the HTTP status of each as an error. People read the German text beside it; nobody compares texts (decision
 * 22).
 */
export const refusalStatus = {
  /** The input is wrong in itself. */
  invalid: 400,
  /** The call cannot change this field. */
  fixed: 400,
  /** The same id was sent with something else before. */
  id_reused: 400,
  /** Its state forbids it. */
  state: 400,
  /** Another box stands there. */
  taken: 400,
  /** The box has a place already; `move` moves it. */
  elsewhere: 400,
  /** The same, and that place is in the very row it was scanned to. */
  here: 400,
  /** Theirs to see, and not theirs to do. */
  no_right: 400,
  /** A hold is on it: it must not be destroyed. */
  held: 400,
  /** It is destroyed only by a batch that its customer has approved. */
  not_approved: 400,
  /** Refusal about a destruction batch: this box must not go on with it. */
  line: 400,
  not_in_batch: 400,
  /** Its waiting time is not over. */
  too_early: 400,
  /** It must still be kept: whoever destroys it says why. */
  still_kept: 400,
  /** Refusal about a row: somebody else counts it at the moment, or it is counted already. */
  counting: 400,
  counted: 400,
  /** Whoever counted must not check. */
  second_person: 400,
  /** It is promised to a customer. */
  ordered: 400,
  in_delivery: 400,
  not_in_delivery: 400,
  picked_already: 400,
  open_lines: 400,
  /** There is one with this name, number or address already. */
  exists: 400,
  /** Refusal to remove a thing: what depends on it forbids that. */
  in_use: 400,
  used_up: 400,
  /** Somebody else changed it meanwhile. */
  changed: 400,
  /** It could be done for a while only. */
  too_late: 400,
  delivery_day: 400,
  no_options: 400,
  last_staff: 400,
  /** It would change what months that are over and not billed cost: whoever means it says so. */
  open_months: 400,
  /** It is probably not meant so: whoever means it says so. */
  unlikely: 400,
  /** It gives rights, destroys or takes everything along: who it is must be proved anew first, within ten minutes. */
  unconfirmed: 400,
  login: 400,
  /** The company's sign-in has not let them in, or nobody here is meant by it. */
  company_refused: 400,
  company_unknown: 400,
  /** Refusal about a person who has a second factor here, or is joined with somebody else. Such a person joins the two accounts in person. */
  company_factor: 400,
  company_other: 400,
  /** They sign in by the company alone. */
  company_only: 400,
  company_away: 503,
  password_first: 400,
  /** The initial password is right, but was generated too long ago. */
  password_ended: 400,
  wrong_password: 400,
  /** A link for a new password was used already, has ended, or never was one. */
  password_link: 400,
  /** No mail server is set. */
  no_mails: 400,
  /** Among the commonest, or says whose it is. */
  weak_password: 400,
  /** The password is right, and a code of the second factor is wanted with it. */
  second_factor: 400,
  second_factor_first: 400,
  wrong_code: 400,
  lost_picture: 400,
  /** The call has no such parameter. */
  unknown_parameter: 400,
  unknown_area: 400,
  unknown_batch: 400,
  unknown_class: 400,
  unknown_box: 400,
  unknown_content: 400,
  unknown_customer: 400,
  unknown_delivery: 400,
  unknown_option: 400,
  unknown_address: 400,
  unknown_row: 400,
  unknown_stocktake: 400,
  unknown_user: 400,
  /** No token, or a dead one. */
  signed_out: 403,
  staff_only: 403,
  /** Refusal to read something of one of the user's customers: the right is missing. */
  may_not_read: 403,
  /** Refusal of a program's token: letters are missing or wrong. */
  wrong_token: 403,
  /** Expired, ended, or another archive's. */
  dead_token: 403,
  /** The token has not the scope that the call wants. */
  token_scope: 403,
  /** Only somebody who has signed in does it, whatever the token is good for. */
  not_by_token: 403,
  /** A person decides it: a service account is none. */
  by_person_only: 403,
  /** The cookie against forged requests is not repeated in the header. */
  forged: 403,
  not_found: 404,
  not_allowed: 405,
  /** The same call, under the same key, has not ended yet. */
  key_running: 409,
  too_large: 413,
  /** Something else was sent under this key before. */
  key_reused: 422,
  too_many_logins: 429,
  too_many_codes: 429,
  /** The same caller has too many calls waiting already. */
  too_many_calls: 429,
  /** Somebody else holds what it needs, or it waited too long for it. */
  busy: 503,
  /** The database was lost before it said whether it had kept the change. */
  unclear: 503,
  /** The database does not answer, or takes no changes at present. */
  database_away: 503,
  /** It took longer than a call may. */
  too_long: 503,
  /** Where pictures lie does not answer. */
  storage_away: 503,
  /** Its file on the server is lost or not what was kept. */
  wrong_picture: 502,
  /** It would take more memory than the server gives to one. */
  document_too_large: 503,
  disk_full: 507,
} as const;
export type RefusalCode = keyof typeof refusalStatus;
export type RefusalStatus = (typeof refusalStatus)[RefusalCode];

export const refusalCodes = Object.keys(refusalStatus) as [RefusalCode, ...RefusalCode[]];

/** Reasons that are somebody's work: whoever is refused wants to know whose. */
const aboutWork: ReadonlySet<RefusalCode> = new Set([
  "state",
  "taken",
  "elsewhere",
  "here",
  "ordered",
  "not_in_delivery",
  "not_in_batch",
  "picked_already",
  "exists",
  "changed",
]);
export const isAboutWork = (code: RefusalCode): boolean => aboutWork.has(code);

/** The headers of a refusal: its name, and the box that it names where the caller has to find it again. */
export const codeHeader = "X-Magazin-Code";
export const aboutHeader = "X-Magazin-About";

/** The header of every answer: what its request is called in the log. */
export const requestHeader = "Magazin-Request";

/** Why something is refused: for programs and for people. */
export interface Reason {
  readonly code: RefusalCode;
  readonly message: string;
  /** The code of the box that the message names, as people read it. */
  readonly about?: string | undefined;
}
