import { sql } from "kysely";
import { expect, test } from "vitest";
import { AuditKind } from "#rules/access/audit/audit.ts";
import type { growingTables } from "#server/database/seal-history.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf, successOf } from "#test/contract/examples.ts";
import { peopleOf, submit } from "#test/contract/people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const staff = peopleOf(server, () => ({ isStaff: true }));

/** The entry of the audit trail that a writing call leaves. */
const trail: Readonly<Record<string, keyof typeof AuditKind>> = {
  login: "signedIn",
  logout: "signedOut",
  endSession: "sessionsEnded",
  endUserSession: "sessionsEnded",
  endOtherSessions: "sessionsEnded",
  openCompanySession: "identityAdded",
  addIdentity: "identityAdded",
  removeIdentity: "identityRemoved",
  confirmSecondFactor: "factorOn",
  endSecondFactor: "factorOff",
  newRecoveryCodes: "recoveryCodesRenewed",
  setPasswordByLink: "passwordChanged",
  createUser: "userCreated",
  editUser: "emailChanged",
  resetPassword: "passwordReset",
  resetSecondFactor: "factorRemoved",
  changePassword: "passwordChanged",
  createToken: "tokenCreated",
  endToken: "tokenEnded",
  createServiceToken: "tokenCreated",
  createServiceAccount: "userCreated",
  createCustomer: "customerCreated",
  editCustomer: "customerChanged",
  deleteCustomer: "customerDeleted",
  setCostCentres: "costCentresSet",
  changeOwner: "ownerChanged",
  createAddress: "addressCreated",
  editAddress: "addressChanged",
  deleteAddress: "addressDeleted",
  setUniqueNumbers: "customerChanged",
  createDeliveryOption: "optionCreated",
  copyDeliveryOptions: "optionCreated",
  editDeliveryOption: "optionChanged",
  deleteDeliveryOption: "optionDeleted",
  createClosingDay: "closingDayAdded",
  deleteClosingDay: "closingDayRemoved",
  createWebhook: "webhookCreated",
  editWebhook: "webhookChanged",
  deleteWebhook: "webhookDeleted",
  rotateWebhook: "webhookSecretRenewed",
  createTour: "tourCreated",
  editTour: "tourChanged",
  deleteTour: "tourDeleted",
  setStops: "tourChanged",
  startTour: "tourChanged",
  endTour: "tourChanged",
  reportAbsence: "tourChanged",
  removeCopy: "copyRemoved",
  sendBoxLabels: "documentMade",
  sendPlaceLabels: "documentMade",
  certifyBatch: "documentMade",
  changeProcedure: "rightsChanged",
  agreeToChange: "procedureAgreed",
  withdrawChange: "procedureWithdrawn",
  changeRights: "rightsChanged",
  inviteColleague: "colleagueInvited",
  endColleague: "rightsChanged",
  issueInvoice: "invoiceIssued",
  cancelInvoice: "invoiceCancelled",
  noteInvoice: "invoiceNoted",
  noteSent: "invoiceNoted",
  sendInvoices: "invoiceNoted",
  notePayments: "invoiceNoted",
  createPriceList: "priceListCreated",
  editPriceList: "priceListChanged",
  deletePriceList: "priceListDeleted",
  setPrice: "priceSet",
  setTerms: "termsAgreed",
  editProvider: "providerChanged",
  createServiceEntry: "serviceTyped",
  deleteServiceEntry: "serviceRemoved",
  createDebitFile: "debitsCollected",
  deleteDebitFile: "debitsTakenBack",
  nameLastNumber: "numberNamed",
};

/** Where else it is on record who did it: in a table that only grows. */
const elsewhere: Readonly<Record<string, (typeof growingTables)[number]>> = {
  createBoxes: "history",
  editBox: "history",
  markBoxes: "history",
  destroyMarked: "history",
  editMeta: "history",
  setCostCentre: "history",
  deleteBox: "deleted_boxes",
  setNumbers: "history",
  undoMeta: "history",
  createContent: "history",
  editContent: "history",
  deleteContent: "history",
  uploadImage: "history",
  deleteImage: "history",
  scan: "history",
  createDelivery: "history",
  createPickup: "history",
  editDelivery: "delivery_events",
  setDeliveryAddress: "delivery_events",
  setDeliveryLines: "history",
  cancelDelivery: "history",
  postCancelDelivery: "history",
  startDelivery: "delivery_events",
  completeDelivery: "history",
  createBatch: "destruction_events",
  editBatch: "destruction_events",
  proposeBatch: "history",
  decideBatch: "history",
  attachLetter: "destruction_events",
  confirmBatch: "history",
  closeLines: "history",
  completeBatch: "destruction_events",
  abortBatch: "history",
  createRetentionClass: "retention_classes",
  assignRetention: "history",
  setHold: "history",
  releaseHold: "history",
  commitImport: "history",
  undoImport: "deleted_boxes",
  createCase: "case_events",
  noteCase: "case_events",
  assignCase: "case_events",
  foundCase: "case_events",
  loseCase: "case_events",
  closeCase: "case_events",
  postDestroyMarked: "history",
};

/** Why a writing call leaves no entry. */
const unrecorded: Readonly<Record<string, string>> = {
  confirmSession: "proves who it is and changes nothing; a wrong proof is on record",
  knowSessions: "says which of one's own sessions one knows",
  beginSecondFactor: "nothing holds before it is confirmed, which is on record",
  requestPasswordLink: "the link goes to the address that is known; the password that comes of it is on record",
  changeNotifications: "which mails one gets oneself",
  sendMessageAgain: "a mail that was queued before; the message keeps what became of it",
  dropMessage: "a mail that was queued before; the message keeps what became of it",
  saveView: "a filter of one's own",
  deleteView: "a filter of one's own",
  createArea: "a place of the archive; where a box stood is in its history",
  deleteArea: "only an empty one goes",
  createRow: "a place of the archive; where a box stood is in its history",
  editRow: "a place of the archive; where a box stood is in its history",
  deleteRow: "only an empty one goes",
  editImage: "which content a picture is of; the picture stays",
  testWebhook: "sends a receiver nothing new; the log of the webhook has it",
  resendWebhook: "sends a receiver what it was sent before; the log of the webhook has it",
  joinWaiting: "a line in a queue, with who stands in it",
  leaveWaiting: "a line in a queue goes; nothing moves",
  addCopy: "the copy keeps who made it and when",
  addProof: "the proof keeps who took it and when",
  changeKeeper: "`retention_rules` keeps who said it and when",
  applyRetention: "`retention_rules` keeps who said it and when",
  createImport: "the import keeps who sent what; nothing of the stock changes",
  mapImport: "the import keeps who sent what; nothing of the stock changes",
  checkImport: "the import keeps who sent what; nothing of the stock changes",
  discardImport: "the import keeps who sent what; nothing of the stock changes",
  createStocktake: "the stocktake keeps who counted, looked and accepted; what it changes is in the history of boxes",
  editStocktake: "the stocktake keeps who counted, looked and accepted; what it changes is in the history of boxes",
  discardStocktake: "the stocktake keeps who counted, looked and accepted; what it changes is in the history of boxes",
  closeStocktake: "the stocktake keeps who counted, looked and accepted; what it changes is in the history of boxes",
  beginRow: "the stocktake keeps who counted, looked and accepted; what it changes is in the history of boxes",
  endRow: "the stocktake keeps who counted, looked and accepted; what it changes is in the history of boxes",
  acceptResults: "the stocktake keeps who counted, looked and accepted; what it changes is in the history of boxes",
};

/** Calls whose example finds done what it asks for, or that a server without mails does not do (`sending.test.ts`). */
const doneBefore = [
  "sendInvoices",
  "addIdentity",
  "endOtherSessions",
  "setUniqueNumbers",
  "destroyMarked",
  "postDestroyMarked",
];

const writing = calls.filter(([, { writes }]) => writes);

test("every writing call leaves an entry, or it is said where it is on record or why not", () => {
  const named = [trail, elsewhere, unrecorded].flatMap((each) => Object.keys(each));
  expect(named.toSorted()).toEqual(writing.map(([name]) => name).toSorted());
});

const shown = writing.filter(([name]) => !(name in unrecorded) && !doneBefore.includes(name));

test.each(walked(shown))("%s leaves it", async (name, route) => {
  const caller = await staff(name);
  const sent = await exampleOf(name, server.a, caller);
  const kind = trail[name];
  const where = kind ? sql`audit where kind = ${AuditKind[kind]}` : sql.table(elsewhere[name] ?? "");
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${where}`.execute(db.read);
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  const answer = await submit(caller.client, route, sent);
  expect(answer.status, answer.text).toBe(successOf(route));
  expect(await count()).toBeGreaterThan(before);
});
