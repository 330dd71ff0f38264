import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/paper/services.ts";

export const printLabels = route(
  { method: "POST", path: "/services/labelprintV2/", access: "staff", writes: false },
  of<typeof schemas.printLabels>(),
);

export const printLabelsZpl = route(
  { method: "POST", path: "/services/labels.zpl/", access: "staff", writes: false },
  of<typeof schemas.printLabelsZpl>(),
);

export const printPickupLabels = route(
  { method: "GET", path: "/deliveries/{id}/labels/", access: "user", writes: false },
  of<typeof schemas.printPickupLabels>(),
);

export const printRowLabels = route(
  { method: "POST", path: "/services/rowlabels/", access: "staff", writes: false },
  of<typeof schemas.printRowLabels>(),
);

export const printPlaceLabels = route(
  { method: "POST", path: "/services/placelabels/", access: "staff", writes: false },
  of<typeof schemas.printPlaceLabels>(),
);

export const printPlaceLabelsZpl = route(
  { method: "POST", path: "/services/placelabels.zpl/", access: "staff", writes: false },
  of<typeof schemas.printPlaceLabelsZpl>(),
);

export const archiveList = route(
  { method: "GET", path: "/customers/{id}/archivelist/", access: "user", writes: false },
  of<typeof schemas.archiveList>(),
);

export const contentImages = route(
  { method: "GET", path: "/customers/{id}/contentimages/", access: "user", writes: false },
  of<typeof schemas.contentImages>(),
);

/** Sent, as it puts everything of a customer on the way, and changes nothing. */
export const exportCustomer = route(
  { method: "POST", path: "/customers/{id}/export/", access: "user", writes: false },
  of<typeof schemas.exportCustomer>(),
);

export const destroyList = route(
  { method: "GET", path: "/customers/{id}/destroylist/", access: "user", writes: false },
  of<typeof schemas.destroyList>(),
);

export const destroyRequest = route(
  { method: "GET", path: "/customers/{id}/destroyrequest/", access: "user", writes: false },
  of<typeof schemas.destroyRequest>(),
);

export const destroyListCounts = route(
  { method: "GET", path: "/customers/{id}/destroylist/counts/", access: "staff", writes: false },
  of<typeof schemas.destroyListCounts>(),
);

export const destroyRequestCounts = route(
  { method: "GET", path: "/customers/{id}/destroyrequest/counts/", access: "staff", writes: false },
  of<typeof schemas.destroyRequestCounts>(),
);

export const customerOverview = route(
  { method: "GET", path: "/customers/{id}/overview/", access: "user", writes: false },
  of<typeof schemas.customerOverview>(),
);
