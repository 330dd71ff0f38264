import { isIP } from "node:net";
import path from "node:path";

/** What an operator sets (product 10). */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly publicUrl: string | undefined;
  /** Whose word on who asks is believed: addresses, networks like 10.0.0.0/8, or `loopback`. */
  readonly trustedProxies: readonly string[];
  /** What who reads `/metrics` from elsewhere has to bring. */
  readonly metricsToken: string | undefined;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly productTitle: string;
  readonly providerName: string;
  readonly filePrefix: string;
  readonly buildStamp: string;
  readonly logLevel: string;
  /** Who must sign in with a second factor. */
  readonly requireTotp: "nobody" | "staff" | "all";
}

/**
 * Reads the configuration from environment variables; an empty one counts as not set.
 * @throws with a sentence for the operator when a value is not usable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const value = (name: string) => env[name]?.trim() || undefined;
  const port = Number(value("PORT") ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error("PORT must be a number from 0 to 65535.");
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
  return {
    port,
    host: value("HOST") ?? "127.0.0.1",
    dataDir: path.resolve(value("DATA_DIR") ?? "./data"),
    databaseUrl: value("DATABASE_URL"),
    publicUrl,
    trustedProxies: readProxies(value("TRUSTED_PROXIES")),
    metricsToken: value("METRICS_TOKEN"),
    adminEmail: value("ADMIN_EMAIL"),
    adminPassword: value("ADMIN_PASSWORD"),
    productTitle: value("PRODUCT_TITLE") ?? "Magazin",
    providerName: value("PROVIDER_NAME") ?? "Muster Archiv GmbH",
    filePrefix: value("FILE_PREFIX") ?? "Muster",
    buildStamp: value("BUILD_STAMP") ?? "20240203-100754",
    logLevel,
    requireTotp,
  };
}

function readProxies(text = "loopback"): string[] {
  const proxies = text.split(/[\s,]+/).filter((proxy) => proxy !== "");
  const wrong = proxies.find((proxy) => proxy !== "loopback" && !isNetwork(proxy));
  if (wrong === undefined) return proxies;
  throw new Error(
    `TRUSTED_PROXIES must be addresses, networks like 10.0.0.0/8, or loopback, separated by blanks or commas; "${wrong}" is none.`,
  );
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const widest = { 4: 32, 6: 128 }[isIP(address)];
  if (widest === undefined || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= widest);
}
