import { get, of, patch, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/exchange/webhooks.ts";

export const listWebhooks = get("/webhooks/", "user", of<typeof schemas.listWebhooks>());
export const getWebhook = get("/webhooks/{id}/", "user", of<typeof schemas.getWebhook>());

/** Calls on webhooks. A customer's user needs the right to manage for each change. */
export const createWebhook = post("/webhooks/", "user", ["webhooks"], of<typeof schemas.createWebhook>());
export const editWebhook = patch("/webhooks/{id}/", "user", ["webhooks"], of<typeof schemas.editWebhook>());
export const deleteWebhook = remove("/webhooks/{id}/", "user", ["webhooks"], of<typeof schemas.deleteWebhook>());
export const rotateWebhook = post("/webhooks/{id}/secret/", "user", ["webhooks"], of<typeof schemas.rotateWebhook>());
export const testWebhook = post("/webhooks/{id}/test/", "user", ["webhooks"], of<typeof schemas.testWebhook>());
export const webhookLog = get("/webhooks/{id}/log/", "user", of<typeof schemas.webhookLog>());
export const resendWebhook = post("/webhooks/{id}/resend/", "user", ["webhooks"], of<typeof schemas.resendWebhook>());
