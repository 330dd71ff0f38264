import { appRoutes } from "#server/features/apps/routes.ts";
import { areaRoutes } from "#server/features/areas/routes.ts";
import { auditRoutes } from "#server/features/audit/routes.ts";
import { backupRoutes } from "#server/features/backups/routes.ts";
import { boxRoutes } from "#server/features/boxes/routes.ts";
import { contentRoutes } from "#server/features/contents/routes.ts";
import { customerRoutes } from "#server/features/customers/routes.ts";
import { deliveryRoutes } from "#server/features/deliveries/routes.ts";
import { deliveryNoteRoutes } from "#server/features/delivery-notes/routes.ts";
import { deliveryOptionRoutes } from "#server/features/delivery-options/routes.ts";
import { batchRoutes } from "#server/features/destruction-batches/routes.ts";
import { certificateRoutes } from "#server/features/certificates/routes.ts";
import { destructionRoutes } from "#server/features/destruction/routes.ts";
import { exportRoutes } from "#server/features/exports/routes.ts";
import { hallMapRoutes } from "#server/features/hall-map/routes.ts";
import { holdRoutes } from "#server/features/holds/routes.ts";
import { imageRoutes } from "#server/features/images/routes.ts";
import { importRoutes } from "#server/features/imports/routes.ts";
import { labelRoutes } from "#server/features/labels/routes.ts";
import { listRoutes } from "#server/features/lists/routes.ts";
import { metaRoutes } from "#server/features/meta/routes.ts";
import { procedureRoutes } from "#server/features/procedures/routes.ts";
import { proofRoutes } from "#server/features/proofs/routes.ts";
import { retentionRoutes } from "#server/features/retention/routes.ts";
import { rightRoutes } from "#server/features/rights/routes.ts";
import { rowRoutes } from "#server/features/rows/routes.ts";
import { scanPackRoutes } from "#server/features/scan-pack/routes.ts";
import { scanRoutes } from "#server/features/scans/routes.ts";
import { sealRoutes } from "#server/features/seals/routes.ts";
import { searchRoutes } from "#server/features/search/routes.ts";
import { secondFactorRoutes } from "#server/features/second-factor/routes.ts";
import { sessionRoutes } from "#server/features/session/routes.ts";
import { setupRoutes } from "#server/features/setup/routes.ts";
import { storagePeriodRoutes } from "#server/features/storage-periods/routes.ts";
import { caseRoutes } from "#server/features/cases/routes.ts";
import { stocktakeRoutes } from "#server/features/stocktakes/routes.ts";
import { userRecordRoutes } from "#server/features/user-records/routes.ts";
import { userRoutes } from "#server/features/users/routes.ts";
import { worklistRoutes } from "#server/features/worklist/routes.ts";
import { viewRoutes } from "#server/features/views/routes.ts";
import type { RouteHandler } from "#server/http/answers.ts";

/** Every call with its answer. */
export const answers: readonly RouteHandler[] = [
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...userRoutes,
  ...userRecordRoutes,
  ...viewRoutes,
  ...areaRoutes,
  ...rowRoutes,
  ...customerRoutes,
  ...boxRoutes,
  ...metaRoutes,
  ...deliveryOptionRoutes,
  ...deliveryRoutes,
  ...deliveryNoteRoutes,
  ...proofRoutes,
  ...contentRoutes,
  ...hallMapRoutes,
  ...imageRoutes,
  ...scanRoutes,
  ...scanPackRoutes,
  ...searchRoutes,
  ...labelRoutes,
  ...listRoutes,
  ...destructionRoutes,
  ...exportRoutes,
  ...batchRoutes,
  ...procedureRoutes,
  ...certificateRoutes,
  ...retentionRoutes,
  ...holdRoutes,
  ...rightRoutes,
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
];
