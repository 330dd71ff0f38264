import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/exchange/webhooks.ts";

export const listWebhooks = route(
  { method: "GET", path: "/webhooks/", access: "user", writes: false },
  of<typeof schemas.listWebhooks>(),
);

export const getWebhook = route(
  { method: "GET", path: "/webhooks/{id}/", access: "user", writes: false },
  of<typeof schemas.getWebhook>(),
);

/** Of a customer's user each change needs the right to manage. */
export const createWebhook = route(
  { method: "POST", path: "/webhooks/", access: "user", writes: true, touches: ["webhooks"] },
  of<typeof schemas.createWebhook>(),
);

export const editWebhook = route(
  { method: "PATCH", path: "/webhooks/{id}/", access: "user", writes: true, touches: ["webhooks"] },
  of<typeof schemas.editWebhook>(),
);

export const deleteWebhook = route(
  { method: "DELETE", path: "/webhooks/{id}/", access: "user", writes: true, touches: ["webhooks"] },
  of<typeof schemas.deleteWebhook>(),
);

export const rotateWebhook = route(
  { method: "POST", path: "/webhooks/{id}/secret/", access: "user", writes: true, touches: ["webhooks"] },
  of<typeof schemas.rotateWebhook>(),
);

export const testWebhook = route(
  { method: "POST", path: "/webhooks/{id}/test/", access: "user", writes: true, touches: ["webhooks"] },
  of<typeof schemas.testWebhook>(),
);

export const webhookLog = route(
  { method: "GET", path: "/webhooks/{id}/log/", access: "user", writes: false },
  of<typeof schemas.webhookLog>(),
);

export const resendWebhook = route(
  { method: "POST", path: "/webhooks/{id}/resend/", access: "user", writes: true, touches: ["webhooks"] },
  of<typeof schemas.resendWebhook>(),
);
