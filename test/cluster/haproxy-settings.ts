import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Ports } from "./patroni-settings.ts";

interface Balanced {
  readonly database: number;
  readonly web: number;
  readonly statistics: number;
  /** As the deployed file names them. */
  readonly nodes: readonly { readonly name: string; readonly ports: Ports }[];
  readonly servers: readonly { readonly name: string; readonly port: number }[];
}

const deployed = join(import.meta.dirname, "../../deploy/haproxy/haproxy.cfg");

const statisticsAt = (port: number) => `
frontend statistics
    bind 127.0.0.1:${port}
    mode http
    stats enable
    stats uri /
`;

/** Returns the settings that `deploy/` offers, with the addresses of this cluster, and with statistics. */
export function haproxySettings({ database, web, statistics, nodes, servers }: Balanced): string {
  const addresses: readonly (readonly [string, string])[] = [
    ["bind 127.0.0.1:5000", `bind 127.0.0.1:${database}`],
    ["bind 127.0.0.1:8080", `bind 127.0.0.1:${web}`],
    ...nodes.map(
      ({ name, ports }, index) =>
        [
          `server ${name} 10.0.0.1${index + 1}:5432 check`,
          `server ${name} 127.0.0.1:${ports.clientLink} check port ${ports.restLink}`,
        ] as const,
    ),
    ...servers.map(
      ({ name, port }, index) =>
        [`server ${name} 10.0.0.2${index + 1}:8080 check`, `server ${name} 127.0.0.1:${port} check`] as const,
    ),
  ];
  let settings = readFileSync(deployed, "utf8");
  for (const [theirs, ours] of addresses) {
    if (!settings.includes(theirs)) throw new Error(`${deployed} has no "${theirs}"`);
    settings = settings.replace(theirs, ours);
  }
  return settings + statisticsAt(statistics);
}
