import { get, of, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/waiting.ts";

export const listWaiting = get("/boxes/{id}/waiting/", "user", of<typeof schemas.listWaiting>());
export const joinWaiting = post("/boxes/{id}/waiting/", "user", ["boxes"], of<typeof schemas.joinWaiting>());
export const leaveWaiting = remove("/waiting/{id}/", "user", ["boxes"], of<typeof schemas.leaveWaiting>());
