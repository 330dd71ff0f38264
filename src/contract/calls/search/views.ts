import { get, of, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/search/views.ts";

export const listViews = get("/views/", "user", of<typeof schemas.listViews>());
export const saveView = post("/views/", "user", ["views"], of<typeof schemas.saveView>());
export const deleteView = remove("/views/{id}/", "user", ["views"], of<typeof schemas.deleteView>());
