import cluster from "node:cluster";
import { once } from "node:events";
import { AggregatorRegistry, type Registry } from "prom-client";
import type { Jobs } from "#server/watching/jobs.ts";

/** What a process has counted, or where several serve on one port, the sum of all: nobody chooses which of them answers. */
export async function metricsOfAll(registry: Registry, jobs?: Jobs): Promise<string> {
  if (!cluster.isWorker) return (await registry.metrics()) + ((await jobs?.registry.metrics()) ?? "");
  const { metrics } = await ofEverybody();
  return metrics ?? registry.metrics();
}

interface Sum {
  readonly metrics?: string | null;
}

async function ofEverybody(): Promise<Sum> {
  process.send?.({ wants: "metrics" });
  for (;;) {
    const [word] = (await once(process, "message")) as [Sum];
    if (word.metrics !== undefined) return word;
  }
}

/** Lets the process that started this one ask for what is counted here. */
export function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  void new AggregatorRegistry();
}
