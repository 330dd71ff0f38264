import { readFileSync, writeFileSync } from "node:fs";
import { all } from "#contract/all.ts";
import type { FullRoute, Where } from "#contract/route.ts";
import { confirmedMinutes, workingDayHours } from "#rules/access/users.ts";

// List of the callers who may make each call, as the contract says: `node test/contract/access-page.ts` writes it into docs/access.md.
const page = new URL("../../docs/access.md", import.meta.url);

const whose = { open: "everybody", user: "whoever is signed in", staff: "staff" } as const;

const sent = (where: Where) =>
  where === true
    ? ""
    : ` with ${Object.entries(where)
        .map(([field, values]) => (values === true ? `\`${field}\`` : `\`${field}\` ${values.join(", ")}`))
        .join(", ")}`;

function who({ access, right, managers }: FullRoute): string {
  const others = right && `customers' users with \`${right}\``;
  if (managers === true) return "staff with `manages_users`";
  if (managers) return `staff;${sent(managers)} those who have \`manages_users\``;
  return others ? `staff, ${others}` : whose[access];
}

/** Returns the scope that a program's token needs for the call. */
function scopeOf({ access, scope, scopeWith = [], personal }: FullRoute): string {
  if (access === "open") return "none needed";
  if (scope === null) return "never";
  const also = scopeWith.map(([more, where]) => `${more === null ? "never" : `\`${more}\``}${sent(where)}`);
  const people = personal === undefined ? [] : [`no service account${sent(personal)}`];
  return [`\`${scope}\``, ...also, ...people].join("; ");
}

const line = (route: FullRoute) => {
  const { method, path, summary, confirms, signInCounts, whereChanged } = route;
  const changed = whereChanged ? ", where it changes" : "";
  const proof = confirms === undefined ? "" : `${signInCounts ? "of the day" : "yes"}${sent(confirms)}${changed}`;
  const cells = [`\`${method} ${path}\``, summary, who(route), proof, scopeOf(route)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
};

const pathIn = (text: string) => text.replace(/^\| `\w+ /, "");
const byPath = (one: string, other: string) => (pathIn(one) < pathIn(other) ? -1 : 1);

/** The page, from every call of the contract. */
export function accessPage(): string {
  const byNoun = Object.groupBy(Object.values(all), ({ path }) => path.split("/")[1] ?? "");
  const chapters = Object.entries(byNoun)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([noun, routes = []]) =>
        `## ${noun}\n\n| call | what | who | proof | token |\n|---|---|---|---|---|\n${routes.map(line).toSorted(byPath).join("\n")}\n`,
    );
  return `# Who may what

Made from the contract by \`node test/contract/access-page.ts\`, and compared with it by \`test/contract/access.test.ts\`, which also tries every call.

- **Staff** see and change everything, but for what wants \`manages_users\`: making users, and giving rights. **Customers' users** see what is of their own customers
  (decision 91), and change only what their rights at that customer allow; staff do not need these. What is not theirs is not there: 404.
- **Proof**: within the last ${confirmedMinutes} minutes of the session whoever calls has said their own password or a code, or has just signed in (decision 153).
  *Of the day*: a call of specification 7, for which signing in counts for ${workingDayHours} hours; what our own screens send wants the ${confirmedMinutes} minutes all the same, and so does everything with
  \`STEP_UP=strict\`.
- Whoever has an initial password changes it first; where \`REQUIRE_TOTP\` says so, whoever has no second factor sets one up first.
- **Token**: the scope that a program's token needs beside what its user may (decision 112). It counts as the proof, and as the second factor. What only somebody may who has signed in
  is \`never\`; a call in which a program sends a password is refused.
- Some calls decide further by what they are about: who confirms a destruction has not proposed it (decision 93), the view that somebody saved is theirs.

${chapters.join("\n")}`;
}

export const keptPage = () => readFileSync(page, "utf8");

if (import.meta.main) writeFileSync(page, accessPage());
