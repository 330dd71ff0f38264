import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/contents.ts";

export const listContents = route(
  { method: "GET", path: "/boxcontents/", access: "user", writes: false },
  of<typeof schemas.listContents>(),
);

export const createContent = route(
  { method: "POST", path: "/boxcontents/", access: "staff", writes: true, touches: ["boxes", "customers"] },
  of<typeof schemas.createContent>(),
);

export const editContent = route(
  {
    method: "PATCH",
    path: "/boxcontents/{id}/",
    access: "staff",
    writes: true,
    touches: ["boxes", "deliveries", "retention"],
  },
  of<typeof schemas.editContent>(),
);

export const deleteContent = route(
  {
    method: "DELETE",
    path: "/boxcontents/{id}/",
    access: "staff",
    writes: true,
    touches: ["boxes", "customers", "deliveries", "retention"],
  },
  of<typeof schemas.deleteContent>(),
);
