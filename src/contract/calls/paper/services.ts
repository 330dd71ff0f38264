import { get, of, readingPost } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/paper/services.ts";

export const printLabels = readingPost("/services/labelprintV2/", "staff", of<typeof schemas.printLabels>());
export const printLabelsZpl = readingPost("/services/labels.zpl/", "staff", of<typeof schemas.printLabelsZpl>());
export const printPickupLabels = get("/deliveries/{id}/labels/", "user", of<typeof schemas.printPickupLabels>());
export const printRowLabels = readingPost("/services/rowlabels/", "staff", of<typeof schemas.printRowLabels>());
export const printPlaceLabels = readingPost("/services/placelabels/", "staff", of<typeof schemas.printPlaceLabels>());
export const printPlaceLabelsZpl = readingPost(
  "/services/placelabels.zpl/",
  "staff",
  of<typeof schemas.printPlaceLabelsZpl>(),
);
export const archiveList = get("/customers/{id}/archivelist/", "user", of<typeof schemas.archiveList>());
export const contentImages = get("/customers/{id}/contentimages/", "user", of<typeof schemas.contentImages>());

/** Sent, as it puts everything of a customer on the way, and changes nothing. */
export const exportCustomer = readingPost("/customers/{id}/export/", "user", of<typeof schemas.exportCustomer>());
export const destroyList = get("/customers/{id}/destroylist/", "user", of<typeof schemas.destroyList>());
export const destroyRequest = get("/customers/{id}/destroyrequest/", "user", of<typeof schemas.destroyRequest>());
export const destroyListCounts = get(
  "/customers/{id}/destroylist/counts/",
  "staff",
  of<typeof schemas.destroyListCounts>(),
);
export const destroyRequestCounts = get(
  "/customers/{id}/destroyrequest/counts/",
  "staff",
  of<typeof schemas.destroyRequestCounts>(),
);
export const customerOverview = get("/customers/{id}/overview/", "user", of<typeof schemas.customerOverview>());
