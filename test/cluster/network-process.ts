import { Link } from "./link.ts";
import type { Answer, Order } from "./network.ts";

// The links in a process of their own: what the writers and the proof compute must not hold up the heartbeat of the cluster.
const links = new Map<number, Link>();

const actions: {
  readonly [Action in Order["action"]]: (order: Extract<Order, { action: Action }>) => Promise<void> | void;
} = {
  open: async ({ port, target }) => void links.set(port, await Link.open(port, target)),
  holdAnswers: ({ port, text, amount }) => links.get(port)?.holdAnswers(text, amount),
  cut: ({ port }) => links.get(port)?.cut(),
  mend: ({ port }) => links.get(port)?.mend(),
};

async function carryOut(order: Order): Promise<void> {
  await actions[order.action](order as never);
  const answer: Answer = { id: order.id };
  process.send?.(answer);
}

process.on("message", (order) => void carryOut(order as Order));
process.on("disconnect", () => process.exit());
