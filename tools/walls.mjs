// Text that must not stand in some places, which neither a type nor a lint rule can refuse. Each wall is proven by a row in test/walls/walls.test.ts.

/**
 * @typedef {object} Wall
 * @property {RegExp} where Paths in which it must not stand.
 * @property {readonly string[]} [except] Paths, or folders with a slash at their end, in which it may.
 * @property {RegExp} pattern
 * @property {string} sentence Where it belongs.
 */

const script = String.raw`(?<!\.test)\.tsx?$`;
const query = String.raw`(async )?function\*? \w+(<[^(]*>)?\(\s*db: (Reader|Snapshot),\s*_?scope: Scope\b`;
const arrowQuery = String.raw`const \w+ = (async )?\(\s*db: (Reader|Snapshot),\s*_?scope: Scope\b`;
const today = /\bnew Date\(\s*\)|\bDate\(\)|\bDate\.now\b|\bperformance\b/;
const readersZone =
  /\.(get|set)(Hours|Minutes|Seconds|Milliseconds|Date|Day|Month|FullYear|TimezoneOffset)\(|\.to(Locale)?(Date|Time)String\(|\bnew Date\([^()]*,|\bIntl\.DateTimeFormat\((?![^)]*timeZone)/;

/**
 * Functions of mutations.ts that open their transactions themselves. Each commits piece by piece, or must have committed before it refuses, or waits
 * for something that holds no connection.
 */
export const ownTransactions = [
  "acceptLayout",
  "carryOutAll",
  "checkRows",
  "checkedPassword",
  "claimForWriting",
  "confirmPassword",
  "ensureAdmin",
  "expireCopies",
  "expireEntries",
  "keepPicture",
  "keepPictureBy",
  "leftAmong",
  "linkedPassword",
  "login",
  "removeUnused",
  "sweepPictures",
  "takeDueChanges",
  "useCode",
  "useFirstCode",
];
const beginning = String.raw`^export (async )?(function\*? (?!(${ownTransactions.join("|")})\b)\w+|const (?!(${ownTransactions.join("|")})\b)\w+ = (async )?)(<[^(]*>)?\(`;
const parameters = String.raw`(?:(?!\)(?::|\s*\{|\s*=>))[\s\S])*?`;

/** @type {readonly Wall[]} */
export const walls = [
  {
    where: /^src\/server\/features\/[^/]+\/[^/]+\/queries\.ts$/,
    pattern: new RegExp(String.raw`^export (?!interface |type )(?!${query})(?!${arrowQuery})`, "m"),
    sentence:
      "queries.ts exports queries only, and a query begins with (db: Reader, scope: Scope, …): who asks decides what is found. What needs no scope is no query: keep it to yourself, or write it in src/rules or src/server/database.",
  },
  {
    where: /^src\/server\/features\/[^/]+\/[^/]+\/mutations\.ts$/,
    pattern: new RegExp(
      String.raw`${beginning}(?!\s*tx: Transaction\b)${parameters}\b(Transaction|Database|Reader|Snapshot|db)\b`,
      "m",
    ),
    sentence:
      "A mutation begins with (tx: Transaction, …): its caller opens the one transaction, by change(work, read) of the call. What must open its own is named in ownTransactions of tools/walls.mjs.",
  },
  {
    where: /^src\/server\/features\/[^/]+\/[^/]+\/queries\.ts$/,
    pattern: /\b(insert\s+into|delete\s+from|update\s+\w+\s+(\w+\s+)?set|merge\s+into|truncate)\b/i,
    sentence:
      "A query changes nothing: a reader is read-only. A change belongs in the feature's mutations.ts, with (tx: Transaction, …).",
  },
  {
    where: new RegExp(`^(src|bench|test/(?!walls)).*${script}`),
    except: ["src/server/database/connections/statement.ts"],
    pattern: /\bsql\s*\.\s*raw\b|\bCompiledQuery\s*\.\s*raw\b/,
    sentence:
      "A value is bound, never pasted into SQL: write sql`… ${value} …`, put pieces together as sql`…`, name columns by sql.ref and write constants by sql.lit.",
  },
  {
    where: new RegExp(`^src/.*${script}`),
    except: ["src/server/http/session.ts"],
    pattern: /\bas (unknown as )?Scope\b/,
    sentence: "A Scope is made from a living token, by scopeOf in src/server/http/session.ts and nowhere else.",
  },
  {
    where: new RegExp(`^src/server/.*${script}`),
    except: ["src/server/database/", "src/server/postgres/"],
    pattern: /\.pools\b/,
    sentence: "Bare connections are for proofs and tests: read by db.read and write by db.write.",
  },
  {
    where: new RegExp(`^src/server/(?!features/[^/]+/[^/]+/(queries|mutations)\\.ts).*${script}`),
    except: ["src/server/database/", "src/server/postgres/"],
    pattern: /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bread\.list\b/,
    sentence:
      "SQL belongs in a feature's queries.ts and mutations.ts; what is about no noun belongs in src/server/database.",
  },
  {
    where: new RegExp(`^src/server/[^/]+/.*${script}`),
    pattern: /["']#server\/(?!config\.ts)[^/"']+["']/,
    sentence:
      "The files of src/server itself compose what lies in its folders, and no folder imports them, but for the config. A type that both need belongs in src/server/http/app-context.ts.",
  },
  {
    where: new RegExp(`^src/.*${script}`),
    except: ["src/contract/schema-walk.ts"],
    pattern: /\b_zod\b/,
    sentence:
      "What zod keeps within a schema is asked of src/contract/schema-walk.ts: zod may keep it otherwise one day.",
  },
  {
    where: new RegExp(`^src/(web|cli)/.*${script}`),
    pattern:
      /\bmessage\??\.(startsWith|endsWith|includes|indexOf)\(|\bmessage\s*[!=]==(?!\s*(null|undefined)\b)|[!=]==\s*(refused|translated)\b[^;\n]*\.message\b/,
    sentence:
      "Texts are for people and may be mended: a refusal is identified by its code, of src/rules/texts/refusals.ts.",
  },
  {
    where: /^src\/server\/features\/[^/]+\/[^/]+\/queries\.ts$/,
    pattern: /\bjsonb?_build_object\b/,
    sentence:
      "JSON from SQL is built by json<T>({ … }) of src/server/database/sql/json.ts, which knows when a field is missing.",
  },
  {
    where: new RegExp(`^src/rules/.*${script}`),
    pattern: today,
    sentence:
      "rules/ is true at any time: the clock comes as an argument, and is read in src/server/main.ts or src/web.",
  },
  {
    where: new RegExp(`^src/server/(?!main\\.ts|worker\\.ts|postgres/).*${script}`),
    pattern: today,
    sentence:
      "The server's clock is `now` of the call, which comes from src/server/main.ts or worker.ts; the moment of a change is now() in SQL.",
  },
  {
    where: new RegExp(`^src/(rules|contract|server|web)/.*${script}`),
    except: ["src/web/features/stock/rows/scan-list.tsx"],
    pattern: readersZone,
    sentence:
      "The zone of the computer that it runs on: business days belong in src/rules/dates.ts, what a reader is shown in src/web/ui/berlin-time.ts.",
  },
  {
    where: new RegExp(`^src/.*${script}`),
    except: ["src/rules/dates.ts"],
    pattern: /["'`\s]Europe\/\w/,
    sentence: "The business zone has one home: businessZone of src/rules/dates.ts.",
  },
  {
    where: new RegExp(`^src/web/.*(${script}|\\.css$)`),
    except: ["src/web/app.css"],
    pattern:
      /(?<![\w&])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(rgba?|hsla?|hwb|oklch|oklab|lab|lch)\(|\b(bg|text|border|ring|fill|stroke|from|via|to|outline|divide|accent|caret|decoration|shadow|placeholder)-(slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d/i,
    sentence: "Colours are tokens of src/web/app.css, light and dark, whose contrast is tested.",
  },
  {
    where: new RegExp(`^src/web/.*${script}`),
    pattern: /[a-z]-\[-?[\d.]+(?:px|r?em|%|[dsl]?v[hwib]|ch|fr|deg|m?s)?\]/,
    sentence:
      "A size is a step of the scale (p-3, h-3/4, text-section) or has a name in src/web/app.css: a number of its own is no class.",
  },
  {
    where: new RegExp(`^src/web/.*${script}`),
    pattern: /\btype=\{?["'](date|time|datetime-local|month|week)["']/,
    sentence: "A browser's date field speaks its own language: use DateInput of src/web/ui/form/date-input.tsx.",
  },
  {
    where: new RegExp(`^src/web/(?!aisle/).*${script}`),
    // an address with a dot in its last part is a file, and no screen
    pattern: /<a\b[^>]*\shref=(?:\{\s*)?["'`]\/(?![^"'`\s]*\.\w+["'`])/,
    sentence:
      "A screen is linked by TextLink of src/web/ui/button/links.tsx, or the router's Link: they know every address.",
  },
  {
    where: new RegExp(`^src/web/.*${script}`),
    except: ["src/web/api/", "src/web/outbox/", "src/web/aisle/sw.ts"],
    pattern:
      /(?<![\w.$])fetch\(|= fetch\b|\b(window|globalThis|self)\.fetch\b|\b(XMLHttpRequest|EventSource|WebSocket|sendBeacon)\b/,
    sentence:
      "A call goes by src/web/api, a scan by src/web/outbox: they carry the token, read errors and know when the session is over.",
  },
  {
    where: new RegExp(`^src/web/.*${script}`),
    except: ["src/web/storage/", "src/web/outbox/", "src/web/api/session-state.ts"],
    pattern: /\b(localStorage|sessionStorage|indexedDB)\b/,
    sentence:
      "What must outlive a reload is kept by src/web/storage: parsed when it is read, keyed by user, gone with the session.",
  },
  {
    where: new RegExp(`^src/web/features/.*${script}`),
    pattern: /["']#web\/features\/(?![\w-]+\/[\w-]+\/[\w-]+-section\.tsx["'])/,
    sentence:
      "Screens of different features do not import each other, but for a section that one shows of another: join them in src/web/routes.ts, link them by their address. What both need belongs in src/web/ui, lines, lists, forms or outbox.",
  },
  {
    where: /^src\/(web|contract\/calls)\/.*(?<!\.test)\.tsx?$/,
    pattern: /^import (?!type )[^;]*"#contract\/schemas\//m,
    sentence:
      "Schemas are loaded by the server: import their types only. A call is in src/contract/calls, a field's rule for a form in src/contract/fields, a number in src/contract/limits.ts.",
  },
  {
    where: /^(src|test|bench|tools)\/.*\.(mjs|tsx?)$/,
    except: ["test/walls/"],
    pattern: /readFile(Sync)?\([^)]*src\/web\/(routes|router)\b/,
    sentence: 'The routes are a table, which says more than its text: import { routes } from "#web/routes.ts".',
  },
  {
    where: /^(src|test\/(?!walls\/)).*\.test\.tsx?$/,
    pattern: /\.each\(\s*calls\b|\bconst (\w+)(?:: [^=\n]+)? = calls\b[\s\S]*?\.each\(\s*\1\b/,
    sentence:
      "A walk over calls asks some of them in `npm test` and all in `npm run test:all`: write .each(walked(calls)), with walked of test/support/tiers.ts. What must be asked of every call each time is a loop with one question a call (test/leaks/each-call.test.ts).",
  },
];
