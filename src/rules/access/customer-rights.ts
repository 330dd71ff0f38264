/** Permissions that a user of a customer may have besides looking. */
export const customerRights = [
  "may_order",
  "may_store",
  "may_approve_destruction",
  "may_manage",
  "may_see_invoices",
  "may_invite",
] as const;

/** German name of each permission. */
export const customerRightText = {
  may_order: "Boxen anfordern",
  may_store: "Boxlisten importieren",
  may_approve_destruction: "Vernichtung freigeben",
  may_manage: "Sperren setzen und alles exportieren",
  may_see_invoices: "Rechnungen sehen",
  may_invite: "Kollegen einladen",
} as const satisfies Record<(typeof customerRights)[number], string>;
