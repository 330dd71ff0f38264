import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/waiting.ts";

export const listWaiting = route(
  { method: "GET", path: "/boxes/{id}/waiting/", access: "user", writes: false },
  of<typeof schemas.listWaiting>(),
);

export const joinWaiting = route(
  { method: "POST", path: "/boxes/{id}/waiting/", access: "user", writes: true, touches: ["boxes"] },
  of<typeof schemas.joinWaiting>(),
);

export const leaveWaiting = route(
  { method: "DELETE", path: "/waiting/{id}/", access: "user", writes: true, touches: ["boxes"] },
  of<typeof schemas.leaveWaiting>(),
);
