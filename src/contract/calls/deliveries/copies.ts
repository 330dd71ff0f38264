import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/copies.ts";

export const addCopy = route(
  { method: "POST", path: "/deliveries/{id}/copies/", access: "staff", writes: true, touches: ["deliveries", "boxes"] },
  of<typeof schemas.addCopy>(),
);

export const copyFile = route(
  { method: "GET", path: "/copies/{id}/file/", access: "user", writes: false },
  of<typeof schemas.copyFile>(),
);

export const removeCopy = route(
  { method: "DELETE", path: "/copies/{id}/", access: "staff", writes: true, touches: ["deliveries", "boxes"] },
  of<typeof schemas.removeCopy>(),
);
