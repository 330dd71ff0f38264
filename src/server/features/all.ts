import { addressRoutes } from "#server/features/customers/addresses/routes.ts";
import { appRoutes } from "#server/features/system/apps/routes.ts";
import { areaRoutes } from "#server/features/stock/areas/routes.ts";
import { auditRoutes } from "#server/features/access/audit/routes.ts";
import { backupRoutes } from "#server/features/system/backups/routes.ts";
import { billingRoutes } from "#server/features/billing/months/routes.ts";
import { billingExportRoutes } from "#server/features/billing/exports/routes.ts";
import { debitFileRoutes } from "#server/features/billing/debit-files/routes.ts";
import { numberRoutes } from "#server/features/billing/numbers/routes.ts";
import { invoiceRoutes } from "#server/features/billing/invoices/routes.ts";
import { priceListRoutes } from "#server/features/billing/price-lists/routes.ts";
import { providerRoutes } from "#server/features/billing/provider/routes.ts";
import { sendingRoutes } from "#server/features/billing/sending/routes.ts";
import { serviceEntryRoutes } from "#server/features/billing/service-entries/routes.ts";
import { termRoutes } from "#server/features/billing/terms/routes.ts";
import { boxRoutes } from "#server/features/stock/boxes/routes.ts";
import { colleagueRoutes } from "#server/features/access/colleagues/routes.ts";
import { companySignInRoutes } from "#server/features/access/company-sign-in/routes.ts";
import { closingDayRoutes } from "#server/features/deliveries/closing-days/routes.ts";
import { contentRoutes } from "#server/features/stock/contents/routes.ts";
import { changeRoutes } from "#server/features/exchange/changes/routes.ts";
import { costCentreRoutes } from "#server/features/customers/cost-centres/routes.ts";
import { customerRoutes } from "#server/features/customers/customers/routes.ts";
import { waitingRoutes } from "#server/features/deliveries/waiting/routes.ts";
import { collectRoutes } from "#server/features/deliveries/collect/routes.ts";
import { deliveryRoutes } from "#server/features/deliveries/deliveries/routes.ts";
import { deliveryNoteRoutes } from "#server/features/deliveries/notes/routes.ts";
import { deliveryOptionRoutes } from "#server/features/deliveries/options/routes.ts";
import { batchRoutes } from "#server/features/destruction/batches/routes.ts";
import { certificateRoutes } from "#server/features/destruction/certificates/routes.ts";
import { destructionRoutes } from "#server/features/destruction/collective/routes.ts";
import { documentRoutes } from "#server/features/paper/documents/routes.ts";
import { historyRoutes } from "#server/features/stock/history/routes.ts";
import { exportRoutes } from "#server/features/exchange/exports/routes.ts";
import { hallMapRoutes } from "#server/features/stock/hall-map/routes.ts";
import { holdRoutes } from "#server/features/destruction/holds/routes.ts";
import { homeRoutes } from "#server/features/home/home/routes.ts";
import { imageRoutes } from "#server/features/stock/images/routes.ts";
import { importRoutes } from "#server/features/exchange/imports/routes.ts";
import { labelRoutes } from "#server/features/paper/labels/routes.ts";
import { listRoutes } from "#server/features/paper/lists/routes.ts";
import { messageRoutes } from "#server/features/access/messages/routes.ts";
import { mentionRoutes } from "#server/features/stock/mentions/routes.ts";
import { metaRoutes } from "#server/features/stock/meta/routes.ts";
import { ownerChangeRoutes } from "#server/features/stock/owner-changes/routes.ts";
import { overviewRoutes } from "#server/features/stock/overview/routes.ts";
import { notificationRoutes } from "#server/features/access/notifications/routes.ts";
import { passwordLinkRoutes } from "#server/features/access/password-links/routes.ts";
import { procedureRoutes } from "#server/features/destruction/procedures/routes.ts";
import { copyRoutes } from "#server/features/deliveries/copies/routes.ts";
import { printerRoutes } from "#server/features/paper/printers/routes.ts";
import { proofRoutes } from "#server/features/deliveries/proofs/routes.ts";
import { activityRoutes } from "#server/features/reports/activity/routes.ts";
import { revenueRoutes } from "#server/features/reports/revenue/routes.ts";
import { dueYearRoutes } from "#server/features/reports/due-years/routes.ts";
import { productivityRoutes } from "#server/features/reports/productivity/routes.ts";
import { serviceLevelRoutes } from "#server/features/reports/service-level/routes.ts";
import { stockGrowthRoutes } from "#server/features/reports/stock-growth/routes.ts";
import { retentionRoutes } from "#server/features/destruction/retention/routes.ts";
import { rightRoutes } from "#server/features/access/rights/routes.ts";
import { rowRoutes } from "#server/features/stock/rows/routes.ts";
import { scanPackRoutes } from "#server/features/scanning/stock-pack/routes.ts";
import { scanRoutes } from "#server/features/scanning/scans/routes.ts";
import { sealRoutes } from "#server/features/access/seals/routes.ts";
import { searchRoutes } from "#server/features/search/search/routes.ts";
import { secondFactorRoutes } from "#server/features/access/second-factor/routes.ts";
import { sessionRoutes } from "#server/features/access/session/routes.ts";
import { setupRoutes } from "#server/features/system/setup/routes.ts";
import { storagePeriodRoutes } from "#server/features/stock/storage-periods/routes.ts";
import { caseRoutes } from "#server/features/stocktake/cases/routes.ts";
import { stocktakeRoutes } from "#server/features/stocktake/stocktakes/routes.ts";
import { tokenRoutes } from "#server/features/access/tokens/routes.ts";
import { tourRoutes } from "#server/features/deliveries/tours/routes.ts";
import { userRecordRoutes } from "#server/features/access/user-records/routes.ts";
import { userRoutes } from "#server/features/access/users/routes.ts";
import { webhookRoutes } from "#server/features/exchange/webhooks/routes.ts";
import { worklistRoutes } from "#server/features/stocktake/worklist/routes.ts";
import { viewRoutes } from "#server/features/search/views/routes.ts";
import type { RouteHandler } from "#server/http/answers.ts";

/** Every call with its answer. */
export const answers: readonly RouteHandler[] = [
  ...sessionRoutes,
  ...companySignInRoutes,
  ...secondFactorRoutes,
  ...passwordLinkRoutes,
  ...userRoutes,
  ...notificationRoutes,
  ...messageRoutes,
  ...tokenRoutes,
  ...userRecordRoutes,
  ...viewRoutes,
  ...areaRoutes,
  ...rowRoutes,
  ...customerRoutes,
  ...costCentreRoutes,
  ...addressRoutes,
  ...billingRoutes,
  ...billingExportRoutes,
  ...debitFileRoutes,
  ...numberRoutes,
  ...invoiceRoutes,
  ...priceListRoutes,
  ...providerRoutes,
  ...sendingRoutes,
  ...serviceEntryRoutes,
  ...termRoutes,
  ...boxRoutes,
  ...mentionRoutes,
  ...ownerChangeRoutes,
  ...overviewRoutes,
  ...metaRoutes,
  ...deliveryOptionRoutes,
  ...closingDayRoutes,
  ...collectRoutes,
  ...deliveryRoutes,
  ...deliveryNoteRoutes,
  ...tourRoutes,
  ...waitingRoutes,
  ...copyRoutes,
  ...proofRoutes,
  ...contentRoutes,
  ...historyRoutes,
  ...hallMapRoutes,
  ...imageRoutes,
  ...scanRoutes,
  ...scanPackRoutes,
  ...changeRoutes,
  ...webhookRoutes,
  ...searchRoutes,
  ...labelRoutes,
  ...printerRoutes,
  ...listRoutes,
  ...documentRoutes,
  ...destructionRoutes,
  ...exportRoutes,
  ...batchRoutes,
  ...procedureRoutes,
  ...certificateRoutes,
  ...retentionRoutes,
  ...holdRoutes,
  ...rightRoutes,
  ...colleagueRoutes,
  ...importRoutes,
  ...stocktakeRoutes,
  ...caseRoutes,
  ...worklistRoutes,
  ...appRoutes,
  ...setupRoutes,
  ...auditRoutes,
  ...sealRoutes,
  ...storagePeriodRoutes,
  ...backupRoutes,
  ...homeRoutes,
  ...activityRoutes,
  ...revenueRoutes,
  ...serviceLevelRoutes,
  ...stockGrowthRoutes,
  ...productivityRoutes,
  ...dueYearRoutes,
];
