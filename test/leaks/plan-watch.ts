import pg from "pg";
import { inject } from "vitest";
import type { Database } from "#server/database/database.ts";
import type { TestDatabase } from "#test/support/database.ts";

/** A node of a plan as PostgreSQL reports it, with what it did. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A statement that was sent, as it was carried out. */
export interface CarriedOut {
  readonly text: string;
  readonly plan: PlanNode;
}

const settings = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice",
  "auto_explain.log_nested_statements": "on",
};

/** Has PostgreSQL report how it carries each statement out, to every connection that is opened from now on. */
export async function logPlans({ connection: { database } }: Pick<TestDatabase, "connection">): Promise<void> {
  const client = new pg.Client(inject("postgres").superuser);
  await client.connect();
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter database ${database} set ${name} = '${value}'`);
  await client.end();
}

/** Listens to all that a database is asked. */
export function watchPlans(db: Database): { taken(): CarriedOut[] } {
  let heard: CarriedOut[] = [];
  for (const pool of Object.values(db.pools))
    pool.on("connect", (client) =>
      client.on("notice", ({ message = "" }) => {
        const start = message.indexOf("plan:\n");
        if (start < 0) return;
        const { "Query Text": text, Plan: plan } = JSON.parse(message.slice(start + "plan:".length)) as {
          "Query Text": string;
          Plan: PlanNode;
        };
        heard.push({ text, plan });
      }),
    );
  return {
    taken() {
      const all = heard;
      heard = [];
      return all;
    },
  };
}

/** Counts the rows that a node has read or thrown away, all its rounds together. */
function rowsOf(node: PlanNode): number {
  const each = [
    node["Actual Rows"],
    node["Rows Removed by Filter"],
    node["Rows Removed by Join Filter"],
    node["Rows Removed by Index Recheck"],
  ];
  return Math.max(...each.map((rows = 0) => rows)) * Math.max(1, node["Actual Loops"]);
}

/** The nodes that touched more than so many rows, as sentences. */
export function touchingMore({ text, plan }: CarriedOut, most: number): string[] {
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(plan)
    .filter((node) => rowsOf(node) > most)
    .map((node) => {
      const where = [node["Relation Name"], node["Index Name"]].filter(Boolean).join(" by ");
      return `${node["Node Type"]} ${where} ${Math.round(rowsOf(node))} rows ${node.Filter ?? ""} in ${text.replace(/\s+/g, " ").trim().slice(0, 300)}`;
    });
}

/** Returns the number of rows that a statement has read from tables and indexes or thrown away. */
export function rowsRead({ plan }: CarriedOut): number {
  const scanned = ({ Plans: below = [], ...node }: PlanNode): number =>
    (below.length === 0 ? rowsOf(node) : 0) + below.reduce((sum, each) => sum + scanned(each), 0);
  return scanned(plan);
}
