import { get, of, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/copies.ts";

export const addCopy = post("/deliveries/{id}/copies/", "staff", ["deliveries", "boxes"], of<typeof schemas.addCopy>());
export const copyFile = get("/copies/{id}/file/", "user", of<typeof schemas.copyFile>());
export const removeCopy = remove("/copies/{id}/", "staff", ["deliveries", "boxes"], of<typeof schemas.removeCopy>());
