import type * as z from "zod/mini";
import type { FullRoute, Route, ShapesOf } from "./route.ts";
import { isSchema } from "./schema-walk.ts";
import * as addressCalls from "#contract/calls/customers/addresses.ts";
import * as appCalls from "#contract/calls/system/apps.ts";
import * as areaCalls from "#contract/calls/stock/areas.ts";
import * as auditCalls from "#contract/calls/access/audit.ts";
import * as backupCalls from "#contract/calls/system/backups.ts";
import * as changeCalls from "#contract/calls/exchange/changes.ts";
import * as boxMentionCalls from "#contract/calls/stock/box-mentions.ts";
import * as boxNumberCalls from "#contract/calls/stock/box-numbers.ts";
import * as boxCalls from "#contract/calls/stock/boxes.ts";
import * as caseCalls from "#contract/calls/stocktake/cases.ts";
import * as closingDayCalls from "#contract/calls/deliveries/closing-days.ts";
import * as colleagueCalls from "#contract/calls/access/colleagues.ts";
import * as companyCalls from "#contract/calls/access/company-sign-in.ts";
import * as contentCalls from "#contract/calls/stock/contents.ts";
import * as historyCalls from "#contract/calls/stock/history.ts";
import * as documentCalls from "#contract/calls/paper/documents.ts";
import * as costCentreCalls from "#contract/calls/customers/cost-centres.ts";
import * as customerCalls from "#contract/calls/customers/customers.ts";
import * as waitingCalls from "#contract/calls/deliveries/waiting.ts";
import * as deliveryCalls from "#contract/calls/deliveries/deliveries.ts";
import * as optionCalls from "#contract/calls/deliveries/delivery-options.ts";
import * as batchCalls from "#contract/calls/destruction/destruction-batches.ts";
import * as destructionCalls from "#contract/calls/destruction/destructions.ts";
import * as holdCalls from "#contract/calls/destruction/holds.ts";
import * as homeCalls from "#contract/calls/home/home.ts";
import * as imageCalls from "#contract/calls/stock/images.ts";
import * as importCalls from "#contract/calls/exchange/imports.ts";
import * as messageCalls from "#contract/calls/access/messages.ts";
import * as metaCalls from "#contract/calls/stock/meta.ts";
import * as notificationCalls from "#contract/calls/access/notifications.ts";
import * as linkCalls from "#contract/calls/access/password-links.ts";
import * as copyCalls from "#contract/calls/deliveries/copies.ts";
import * as printerCalls from "#contract/calls/paper/printers.ts";
import * as proofCalls from "#contract/calls/deliveries/proofs.ts";
import * as procedureCalls from "#contract/calls/destruction/procedures.ts";
import * as rightCalls from "#contract/calls/access/rights.ts";
import * as reportCalls from "#contract/calls/reports/reports.ts";
import * as retentionCalls from "#contract/calls/destruction/retention.ts";
import * as ownerChangeCalls from "#contract/calls/stock/owner-changes.ts";
import * as rowCalls from "#contract/calls/stock/rows.ts";
import * as packCalls from "#contract/calls/scanning/scan-pack.ts";
import * as scanCalls from "#contract/calls/scanning/scans.ts";
import * as factorCalls from "#contract/calls/access/second-factor.ts";
import * as searchCalls from "#contract/calls/search/search.ts";
import * as sealCalls from "#contract/calls/access/seals.ts";
import * as serviceCalls from "#contract/calls/paper/services.ts";
import * as sessionCalls from "#contract/calls/access/session.ts";
import * as sessionsCalls from "#contract/calls/access/sessions.ts";
import * as setupCalls from "#contract/calls/system/setup.ts";
import * as stocktakeCalls from "#contract/calls/stocktake/stocktakes.ts";
import * as tokenCalls from "#contract/calls/access/tokens.ts";
import * as tourCalls from "#contract/calls/deliveries/tours.ts";
import * as userCalls from "#contract/calls/access/users.ts";
import * as viewCalls from "#contract/calls/search/views.ts";
import * as webhookCalls from "#contract/calls/exchange/webhooks.ts";
import * as billingCalls from "#contract/calls/billing/billing.ts";
import * as debitFileCalls from "#contract/calls/billing/debit-files.ts";
import * as numberCalls from "#contract/calls/billing/numbers.ts";
import * as billingExportCalls from "#contract/calls/billing/exports.ts";
import * as invoiceCalls from "#contract/calls/billing/invoices.ts";
import * as priceListCalls from "#contract/calls/billing/price-lists.ts";
import * as providerCalls from "#contract/calls/billing/provider.ts";
import * as serviceEntryCalls from "#contract/calls/billing/service-entries.ts";
import * as termCalls from "#contract/calls/billing/terms.ts";
import * as addressShapes from "#contract/schemas/customers/addresses.ts";
import * as appShapes from "#contract/schemas/system/apps.ts";
import * as areaShapes from "#contract/schemas/stock/areas.ts";
import * as auditShapes from "#contract/schemas/access/audit.ts";
import * as backupShapes from "#contract/schemas/system/backups.ts";
import * as changeShapes from "#contract/schemas/exchange/changes.ts";
import * as billingShapes from "#contract/schemas/billing/billing.ts";
import * as debitFileShapes from "#contract/schemas/billing/debit-files.ts";
import * as numberShapes from "#contract/schemas/billing/numbers.ts";
import * as billingExportShapes from "#contract/schemas/billing/exports.ts";
import * as invoiceShapes from "#contract/schemas/billing/invoices.ts";
import * as priceListShapes from "#contract/schemas/billing/price-lists.ts";
import * as providerShapes from "#contract/schemas/billing/provider.ts";
import * as serviceEntryShapes from "#contract/schemas/billing/service-entries.ts";
import * as termShapes from "#contract/schemas/billing/terms.ts";
import * as boxMentionShapes from "#contract/schemas/stock/box-mentions.ts";
import * as boxNumberShapes from "#contract/schemas/stock/box-numbers.ts";
import * as boxShapes from "#contract/schemas/stock/boxes.ts";
import * as closingDayShapes from "#contract/schemas/deliveries/closing-days.ts";
import * as colleagueShapes from "#contract/schemas/access/colleagues.ts";
import * as companyShapes from "#contract/schemas/access/company-sign-in.ts";
import * as contentShapes from "#contract/schemas/stock/contents.ts";
import * as historyShapes from "#contract/schemas/stock/history.ts";
import * as documentShapes from "#contract/schemas/paper/documents.ts";
import * as costCentreShapes from "#contract/schemas/customers/cost-centres.ts";
import * as customerShapes from "#contract/schemas/customers/customers.ts";
import * as waitingShapes from "#contract/schemas/deliveries/waiting.ts";
import * as deliveryShapes from "#contract/schemas/deliveries/deliveries.ts";
import * as optionShapes from "#contract/schemas/deliveries/delivery-options.ts";
import * as batchShapes from "#contract/schemas/destruction/destruction-batches.ts";
import * as procedureShapes from "#contract/schemas/destruction/procedures.ts";
import * as destructionShapes from "#contract/schemas/destruction/destructions.ts";
import * as holdShapes from "#contract/schemas/destruction/holds.ts";
import * as homeShapes from "#contract/schemas/home/home.ts";
import * as imageShapes from "#contract/schemas/stock/images.ts";
import * as importShapes from "#contract/schemas/exchange/imports.ts";
import * as messageShapes from "#contract/schemas/access/messages.ts";
import * as metaShapes from "#contract/schemas/stock/meta.ts";
import * as notificationShapes from "#contract/schemas/access/notifications.ts";
import * as linkShapes from "#contract/schemas/access/password-links.ts";
import * as copyShapes from "#contract/schemas/deliveries/copies.ts";
import * as printerShapes from "#contract/schemas/paper/printers.ts";
import * as proofShapes from "#contract/schemas/deliveries/proofs.ts";
import * as rightShapes from "#contract/schemas/access/rights.ts";
import * as reportShapes from "#contract/schemas/reports/reports.ts";
import * as retentionShapes from "#contract/schemas/destruction/retention.ts";
import * as ownerChangeShapes from "#contract/schemas/stock/owner-changes.ts";
import * as rowShapes from "#contract/schemas/stock/rows.ts";
import * as packShapes from "#contract/schemas/scanning/scan-pack.ts";
import * as scanShapes from "#contract/schemas/scanning/scans.ts";
import * as factorShapes from "#contract/schemas/access/second-factor.ts";
import * as searchShapes from "#contract/schemas/search/search.ts";
import * as sealShapes from "#contract/schemas/access/seals.ts";
import * as serviceShapes from "#contract/schemas/paper/services.ts";
import * as sessionShapes from "#contract/schemas/access/session.ts";
import * as sessionsShapes from "#contract/schemas/access/sessions.ts";
import * as setupShapes from "#contract/schemas/system/setup.ts";
import * as caseShapes from "#contract/schemas/stocktake/cases.ts";
import * as stocktakeShapes from "#contract/schemas/stocktake/stocktakes.ts";
import * as tokenShapes from "#contract/schemas/access/tokens.ts";
import * as tourShapes from "#contract/schemas/deliveries/tours.ts";
import * as userShapes from "#contract/schemas/access/users.ts";
import * as viewShapes from "#contract/schemas/search/views.ts";
import * as webhookShapes from "#contract/schemas/exchange/webhooks.ts";

const routes = new Map<Route, FullRoute>();
const shapesByName = new Map<string, z.ZodMiniType>();

type Calls = Readonly<Record<string, Route>>;

/** Calls with their shapes of the same names. */
function join<C extends Calls>(calls: C, shapes: { readonly [Name in keyof C]: ShapesOf<C[Name]> }) {
  for (const [name, shape] of Object.entries<object>(shapes))
    if (/^[A-Z]/.test(name) && isSchema(shape)) shapesByName.set(name, shape);
  return Object.fromEntries(
    Object.entries<Route>(calls).map(([name, call]) => {
      const full: FullRoute = { ...call, ...shapes[name as keyof C] };
      routes.set(call, full);
      return [name, full] as const;
    }),
  );
}

/** Every call by its name: what the server must answer, the tests walk and OpenAPI describes. */
export const all: Readonly<Record<string, FullRoute>> = {
  ...join(sessionCalls, sessionShapes),
  ...join(sessionsCalls, sessionsShapes),
  ...join(companyCalls, companyShapes),
  ...join(factorCalls, factorShapes),
  ...join(linkCalls, linkShapes),
  ...join(userCalls, userShapes),
  ...join(notificationCalls, notificationShapes),
  ...join(messageCalls, messageShapes),
  ...join(tokenCalls, tokenShapes),
  ...join(viewCalls, viewShapes),
  ...join(areaCalls, areaShapes),
  ...join(rowCalls, rowShapes),
  ...join(customerCalls, customerShapes),
  ...join(costCentreCalls, costCentreShapes),
  ...join(addressCalls, addressShapes),
  ...join(boxCalls, boxShapes),
  ...join(boxMentionCalls, boxMentionShapes),
  ...join(boxNumberCalls, boxNumberShapes),
  ...join(metaCalls, metaShapes),
  ...join(ownerChangeCalls, ownerChangeShapes),
  ...join(optionCalls, optionShapes),
  ...join(closingDayCalls, closingDayShapes),
  ...join(contentCalls, contentShapes),
  ...join(historyCalls, historyShapes),
  ...join(imageCalls, imageShapes),
  ...join(scanCalls, scanShapes),
  ...join(changeCalls, changeShapes),
  ...join(webhookCalls, webhookShapes),
  ...join(packCalls, packShapes),
  ...join(deliveryCalls, deliveryShapes),
  ...join(tourCalls, tourShapes),
  ...join(waitingCalls, waitingShapes),
  ...join(copyCalls, copyShapes),
  ...join(proofCalls, proofShapes),
  ...join(searchCalls, searchShapes),
  ...join(serviceCalls, serviceShapes),
  ...join(printerCalls, printerShapes),
  ...join(documentCalls, documentShapes),
  ...join(destructionCalls, destructionShapes),
  ...join(batchCalls, batchShapes),
  ...join(procedureCalls, procedureShapes),
  ...join(reportCalls, reportShapes),
  ...join(retentionCalls, retentionShapes),
  ...join(holdCalls, holdShapes),
  ...join(rightCalls, rightShapes),
  ...join(colleagueCalls, colleagueShapes),
  ...join(importCalls, importShapes),
  ...join(stocktakeCalls, stocktakeShapes),
  ...join(caseCalls, caseShapes),
  ...join(appCalls, appShapes),
  ...join(setupCalls, setupShapes),
  ...join(auditCalls, auditShapes),
  ...join(sealCalls, sealShapes),
  ...join(invoiceCalls, invoiceShapes),
  ...join(priceListCalls, priceListShapes),
  ...join(termCalls, termShapes),
  ...join(providerCalls, providerShapes),
  ...join(serviceEntryCalls, serviceEntryShapes),
  ...join(billingCalls, billingShapes),
  ...join(billingExportCalls, billingExportShapes),
  ...join(debitFileCalls, debitFileShapes),
  ...join(numberCalls, numberShapes),
  ...join(backupCalls, backupShapes),
  ...join(homeCalls, homeShapes),
};

/** Inputs and outputs with a name of their own, `Box` or `DeliveryDetail`, as the schemas export them. */
export const namedShapes: ReadonlyMap<string, z.ZodMiniType> = shapesByName;

/** A call with its shapes. Throws where `all` does not know it. */
export function fullRoute(route: Route): FullRoute {
  const full = routes.get(route);
  if (!full) throw new Error(`${route.method} ${route.path} is not in contract/all.ts.`);
  return full;
}
