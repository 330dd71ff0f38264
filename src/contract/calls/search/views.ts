import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/search/views.ts";

export const listViews = route(
  { method: "GET", path: "/views/", access: "user", writes: false },
  of<typeof schemas.listViews>(),
);

export const saveView = route(
  { method: "POST", path: "/views/", access: "user", writes: true, touches: ["views"] },
  of<typeof schemas.saveView>(),
);

export const deleteView = route(
  { method: "DELETE", path: "/views/{id}/", access: "user", writes: true, touches: ["views"] },
  of<typeof schemas.deleteView>(),
);
