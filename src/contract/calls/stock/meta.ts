import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/meta.ts";

export const previewMeta = route(
  { method: "POST", path: "/boxes/meta/preview/", access: "staff", writes: false },
  of<typeof schemas.previewMeta>(),
);

export const undoMeta = route(
  {
    method: "POST",
    path: "/boxes/meta/undo/",
    access: "staff",
    writes: true,
    touches: ["boxes", "customers", "retention"],
  },
  of<typeof schemas.undoMeta>(),
);
