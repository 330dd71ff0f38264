import type { Absence } from "#rules/deliveries/tours.ts";
import type { DeliveryKind } from "#rules/deliveries/delivery-state.ts";

/** Facts that a mail reports, without names, texts or secrets; its words are in `src/server/messages/mail`. */
interface DeliveryFacts {
  readonly delivery: number;
  /** The delivery's number. */
  readonly code: number;
}
interface InboundFacts extends AmountFacts {
  /** Empty boxes that are brought. */
  readonly empty: number;
}
interface AmountFacts {
  readonly boxes: number;
  readonly contents: number;
}

/** Mails to the users of a customer; moments are instants. */
export type CustomerMail =
  | ({
      readonly mail: "orderReceived" | "returnAnnounced" | "copiesOrdered";
      readonly time: string | null;
    } & DeliveryFacts &
      AmountFacts)
  | ({ readonly mail: "pickupReceived"; readonly time: string | null } & DeliveryFacts & InboundFacts)
  | ({ readonly mail: "orderOnWay" | "orderHandedOver" | "returnReceived" | "pickupDone" } & DeliveryFacts)
  | ({ readonly mail: "copiesReady"; readonly until: string } & DeliveryFacts)
  | ({ readonly mail: "vanUnderway"; readonly kind: DeliveryKind } & DeliveryFacts)
  | ({ readonly mail: "notMet"; readonly kind: DeliveryKind; readonly absence: Absence } & DeliveryFacts)
  /** Without a kind it is an order, or with `isReturn` a return: as messages before 0.2.0 have it. */
  | ({ readonly mail: "orderCancelled"; readonly kind?: DeliveryKind } & DeliveryFacts)
  | ({
      readonly mail: "orderMoved";
      readonly kind?: DeliveryKind;
      readonly isReturn?: boolean;
      readonly from: string | null;
      readonly to: string;
    } & DeliveryFacts)
  | { readonly mail: "destructionProposed"; readonly batch: number; readonly boxes: number }
  | { readonly mail: "destructionEnds"; readonly batch: number; readonly until: string }
  | { readonly mail: "certificate"; readonly batch: number; readonly number: string }
  | { readonly mail: "boxBack"; readonly box: number; readonly code: string; readonly until: string }
  | { readonly mail: "boxesOverdue"; readonly boxes: number; readonly day: string }
  | { readonly mail: "boxLost"; readonly box: number; readonly code: string }
  | { readonly mail: "holdSet"; readonly boxes: number | null }
  | { readonly mail: "importDone"; readonly id: number }
  | { readonly mail: "invoiceIssued"; readonly invoice: number; readonly number: string }
  /** `number` is the cancellation's, `corrects` that of what it takes back. */
  | { readonly mail: "invoiceCancelled"; readonly invoice: number; readonly number: string; readonly corrects: string };

/** Mails to one user about their own account. */
export type UserMail =
  | { readonly mail: "invitation" | "passwordLink" }
  | { readonly mail: "newDevice"; readonly at: string }
  /** To the address that somebody had, which the table has no longer; and to the one that they have now. */
  | { readonly mail: "addressLeft"; readonly address: string }
  | { readonly mail: "addressChanged"; readonly links: string };

/** An invoice with its files, to the address that is agreed with its customer: nobody who signs in need read it. */
export interface InvoiceFileMail {
  readonly mail: "invoiceFile";
  readonly invoice: number;
  readonly number: string;
  readonly address: string;
}

export type Mail = CustomerMail | UserMail | InvoiceFileMail;
