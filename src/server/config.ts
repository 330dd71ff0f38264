import path from "node:path";

/** What an operator sets (product 10). */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly publicUrl: string | undefined;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly productTitle: string;
  readonly providerName: string;
  /** Where the provider is found: on letters. */
  readonly sender: {
    readonly address: readonly string[];
    readonly phone: string | undefined;
    readonly email: string | undefined;
    readonly bank: readonly string[];
  };
  readonly filePrefix: string;
  readonly buildStamp: string;
  /** MB that one document may take while it is set. */
  readonly documentMemory: number;
  readonly logLevel: string;
  /** Who must sign in with a second factor. */
  readonly requireTotp: "nobody" | "staff" | "all";
  /** How many processes serve. */
  readonly workers: number;
}

/** Each has database connections of its own, of which there are a hundred. */
const maxWorkers = 8;

/**
 * Reads the configuration from environment variables; an empty one counts as not set.
 * @throws with a sentence for the operator when a value is not usable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const value = (name: string) => env[name]?.trim() || undefined;
  const port = Number(value("PORT") ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error("PORT must be a number from 0 to 65535.");
  const documentMemory = Number(value("DOCUMENT_MEMORY_MB") ?? 256);
  if (!Number.isInteger(documentMemory) || documentMemory < 32 || documentMemory > 16_384)
    throw new Error("DOCUMENT_MEMORY_MB must be a number from 32 to 16384.");
  const publicUrl = value("PUBLIC_URL")?.replace(/\/+$/, "");
  if (publicUrl && !/^https?:\/\/[^/]+$/.test(publicUrl))
    throw new Error("PUBLIC_URL must be an origin, like https://archiv.example.");
  const logLevel = value("LOG_LEVEL") ?? "info";
  if (!["trace", "debug", "info", "warn", "error", "fatal", "silent"].includes(logLevel)) {
    throw new Error("LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.");
  }
  const requireTotp = value("REQUIRE_TOTP") ?? "nobody";
  if (requireTotp !== "nobody" && requireTotp !== "staff" && requireTotp !== "all") {
    throw new Error("REQUIRE_TOTP must be staff or all; without it nobody has to have a second factor.");
  }
  const workers = Number(value("WORKERS") ?? 1);
  if (!Number.isInteger(workers) || workers < 1 || workers > maxWorkers)
    throw new Error(`WORKERS must be a whole number from 1 to ${maxWorkers}.`);
  return {
    port,
    host: value("HOST") ?? "127.0.0.1",
    dataDir: path.resolve(value("DATA_DIR") ?? "./data"),
    databaseUrl: value("DATABASE_URL"),
    publicUrl,
    adminEmail: value("ADMIN_EMAIL"),
    adminPassword: value("ADMIN_PASSWORD"),
    productTitle: value("PRODUCT_TITLE") ?? "Magazin",
    providerName: value("PROVIDER_NAME") ?? "Muster Archiv GmbH",
    sender: {
      address: linesOf(value("PROVIDER_ADDRESS")),
      phone: value("PROVIDER_PHONE"),
      email: value("PROVIDER_EMAIL"),
      bank: linesOf(value("PROVIDER_BANK")),
    },
    filePrefix: value("FILE_PREFIX") ?? "Muster",
    buildStamp: value("BUILD_STAMP") ?? "20240203-100754",
    documentMemory,
    logLevel,
    requireTotp,
    workers,
  };
}

/** Lines that are parted by `|`, by line breaks, or by `\n` as files of settings write them. */
function linesOf(text = ""): string[] {
  return text
    .split(/\||\r?\n|\\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}
