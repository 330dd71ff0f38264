import { created, person } from "./values.ts";

const next = "c1-5d0c2f6e8a53-lF0m1Xo9bXbqA1c5ZJZ3cUe2H8wXQm4n";

const webhook = {
  id: 1_804_289_383,
  url: "https://erp.klinikum-nord.example/magazin",
  kinds: ["box", "delivery"],
  state: "active",
  failed_since: null,
  former_until: null,
  created,
  user: person,
} as const;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const message = "msg_0b0e7a4e-5b1c-4c1f-9a7e-2f6d3c1b8a90";

/** Examples of changes and of the people who are notified. */
export const changeExamples = {
  requests: {
    listChanges: { query: { kinds: "box,delivery", limit: 100 } },
    createWebhook: { body: { url: webhook.url, kinds: webhook.kinds } },
    editWebhook: { body: { url: webhook.url, active: false } },
    resendWebhook: { body: { message } },
  },
  shapes: {
    Webhook: webhook,
    WebhookMessage: {
      message,
      type: "changes",
      changes: 2,
      created,
      tries: 1,
      done: created,
      failed: false,
      note: null,
    },
    Change: { kind: "box", id: 4711, version: 1_795_384_800_123_456, deleted: false },
  },
  replies: {
    listWebhooks: { results: [webhook], may_create: true },
    createWebhook: { ...webhook, secret },
    rotateWebhook: { secret },
    webhookLog: {
      results: [{ message, type: "changes", changes: 2, created, tries: 1, done: created, failed: false, note: null }],
    },
    listChanges: {
      changes: [
        { kind: "box", id: 4711, version: 1_795_384_800_123_456, deleted: false },
        { kind: "content", id: 12_001, version: 1_795_384_800_123_470, deleted: true },
      ],
      next,
      more: false,
      full: false,
      code: null,
    },
  },
} as const;
