import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { login } from "#contract/calls/access/session.ts";
import { Database } from "#server/database/database.ts";
import { measureBackups } from "#server/watching/backups.ts";
import { Jobs } from "#server/watching/jobs.ts";
import { measureMessages } from "#server/watching/messages.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { connection } = await testDatabase();
const db = new Database(connection, { standbys: [connection] }); // which is none, and is reported all the same
afterAll(() => db.close());
const now = () => new Date();
const jobs = new Jobs(now);
measureBackups(jobs, { db, now });
measureMessages(jobs, db);
const server = await testServer(db, {}, { jobs });

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly query: string | { readonly query: string } }[] };
}

const alerts = (parse(readFileSync("deploy/prometheus/alerts.yaml", "utf8")) as Rules).groups.flatMap(
  ({ rules }) => rules,
);
const dashboard = JSON.parse(readFileSync("deploy/grafana/magazin.json", "utf8")) as Dashboard;
const questions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...dashboard.templating.list.flatMap(({ query }) =>
    typeof query === "string" ? [] : [["variable", query.query] as const],
  ),
];

/** The names of a question in Prometheus' language, each with the labels that it asks for. */
function namesIn(question: string): [name: string, labels: string[]][] {
  const words = question
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/\b(by|without) \([^)]*\)/g, "");
  return [...words.matchAll(/\b([a-z]\w*_\w+|up)\b(?!\s*\()(?:\{([^}]*)\})?/g)].map(([, name = "", labels = ""]) => [
    name,
    [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, label = ""]) => label),
  ]);
}

/** Labels that Prometheus itself adds to the data that it reads. */
const ofPrometheus = new Set(["up", "instance", "job"]);

test("the dashboard and the alerts ask for nothing that a running server does not report", async () => {
  const staff = await server.asStaff();
  await staff.call(listBoxes, {});
  const { email } = await server.a.user({ password: "Streng-Geheim-1" });
  await server.anonymous.ask(login, { body: { username: email, password: "Falsch-Geraten" } });
  const read = async () => (await server.anonymous.raw("GET", "/metrics")).text;
  await expect.poll(read).toMatch(/^magazin_logins_refused_total\{/m);
  const labels = new Map<string, Set<string>>();
  for (const [, name = "", own = ""] of (await read()).matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm))
    labels.set(name, new Set([...own.matchAll(/(\w+)="/g)].map(([, label = ""]) => label)));

  const asked = questions.flatMap(([where, question]) => namesIn(question).map((each) => [where, ...each] as const));
  expect(questions.filter(([, question]) => namesIn(question).length === 0)).toEqual([]);
  const unknown = asked.flatMap(([where, name, wanted]) => {
    if (!labels.has(name) && !ofPrometheus.has(name)) return [`${where}: ${name}`];
    const none = wanted.filter((label) => !labels.get(name)?.has(label) && !ofPrometheus.has(label));
    return none.map((label) => `${where}: ${name}{${label}}`);
  });
  expect(unknown).toEqual([]);
});

test("names in Prometheus' language are found, and those of its functions and labels are not taken for them", () => {
  const question =
    'histogram_quantile(0.9, sum by (le, some_label) (rate(a_bucket{status=~"b_c", le!="1"}[5m]))) > d_e';
  expect(namesIn(question)).toEqual([
    ["a_bucket", ["status", "le"]],
    ["d_e", []],
  ]);
});
