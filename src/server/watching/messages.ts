import { Gauge } from "prom-client";
import type { Database } from "#server/database/database.ts";
import { type MessageCounts, messageCounts } from "#server/database/messages/message-counts.ts";
import type { Jobs } from "./jobs.ts";

/** Measures outgoing messages: how many wait and since when. Counts also those that were given up and wait for somebody to look at them. */
export function measureMessages({ registry }: Jobs, db: Database): void {
  const gauge = (name: string, help: string, of: (counts: MessageCounts) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const counts = await messageCounts(db.read).catch(() => null);
        if (counts !== null) this.set(of(counts));
      },
    });
  gauge("magazin_messages_waiting", "Messages that are to be sent", ({ waiting }) => waiting);
  gauge("magazin_messages_oldest_seconds", "How long the oldest message waits", ({ oldest }) => oldest);
  gauge("magazin_messages_failed", "Messages that were given up after three days", ({ failed }) => failed);
}
