interface MailTopic {
  readonly text: string;
  /** Right whose holders at the customer get the mail without having said anything; null where all of the customer's users do. */
  readonly right: "may_order" | "may_store" | "may_manage" | "may_approve_destruction" | "may_see_invoices" | null;
  /** Set where nobody without the right is notified, whatever they ticked. */
  readonly needsRight?: true;
  /** True where the topic belongs to the contract with the customer: staff cannot untick it for others. */
  readonly contractual: boolean;
}

/** Topics that the users of a customer are notified of by mail, in the order in which tables show them. */
export const mailTopics = {
  orders: { text: "Bestellungen und Scans", right: "may_order", contractual: false },
  returns: { text: "Rückgaben und Abholungen", right: "may_order", contractual: false },
  approvals: { text: "Vernichtungen zur Freigabe", right: "may_approve_destruction", contractual: true },
  certificates: { text: "Bescheinigungen", right: "may_approve_destruction", contractual: true },
  losses: { text: "Verlust von Boxen", right: null, contractual: true },
  holds: { text: "Sperren", right: "may_manage", contractual: false },
  imports: { text: "Übernommene Listen", right: "may_store", contractual: false },
  invoices: { text: "Rechnungen", right: "may_see_invoices", needsRight: true, contractual: false },
} as const satisfies Record<string, MailTopic>;

export type MailTopicName = keyof typeof mailTopics;
export const mailTopicNames = Object.keys(mailTopics) as MailTopicName[];

/** The right without which nobody is notified of a topic; null where none is needed. */
export function neededRight(topic: MailTopicName): MailTopic["right"] {
  const { right, needsRight }: MailTopic = mailTopics[topic];
  return needsRight ? right : null;
}

/** Topic of each mail to users of a customer. */
export const topicOfMail = {
  orderReceived: "orders",
  orderOnWay: "orders",
  vanUnderway: "orders",
  notMet: "orders",
  orderHandedOver: "orders",
  orderMoved: "orders",
  orderCancelled: "orders",
  copiesOrdered: "orders",
  copiesReady: "orders",
  returnAnnounced: "returns",
  returnReceived: "returns",
  boxBack: "orders",
  boxesOverdue: "returns",
  pickupReceived: "returns",
  pickupDone: "returns",
  destructionProposed: "approvals",
  destructionEnds: "approvals",
  certificate: "certificates",
  boxLost: "losses",
  holdSet: "holds",
  importDone: "imports",
  invoiceIssued: "invoices",
  invoiceCancelled: "invoices",
} as const satisfies Record<string, MailTopicName>;

/** Hours for which the link in an invitation, or for a new password, can be used (decision 110). */
export const passwordLinkHours = 72;

/** Hours that links for a password wait after a change of the user's address: the old address is notified meanwhile (decision 152). */
export const newAddressHours = 24;
