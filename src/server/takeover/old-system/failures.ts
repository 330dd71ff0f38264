/** The old system cannot be read, or not on: why, as a sentence. FetchStart again, it goes on from here. */
export class Unreadable extends Error {}

const title = /<title[^>]*>([^<]{1,80})/i;

/** Says of an answer that is no JSON of the API which program probably gave it. */
export function anotherProgram(address: URL, status: number, type: string, text: string): Unreadable {
  const where = `${address.origin}${address.pathname}`;
  const heading = title.exec(text)?.[1]?.replaceAll(/\s+/g, " ").trim();
  const named = heading === undefined || heading === "" ? "" : `, überschrieben mit «${heading}»`;
  if (/<input[^>]+type=["']?password/i.test(text))
    return new Unreadable(`Unter ${where} antwortet eine Anmeldeseite${named}, und nicht das alte System.`);
  if (/html/i.test(type) || /^\s*<(!doctype|html)/i.test(text))
    return new Unreadable(
      `Unter ${where} antwortet eine Webseite${named} (Antwort ${status}), und nicht das alte System: ein Proxy oder ein anderes Programm.`,
    );
  return new Unreadable(`Unter ${where} antwortet ein anderes Programm: Die Antwort ${status} ist kein JSON.`);
}

/** Says where an answer that sends elsewhere leads: it is not followed. */
export function sentElsewhere(address: URL, to: string | null): Unreadable {
  const target = to === null ? null : URL.parse(to, address.href);
  const named = target === null ? "an eine andere Adresse" : `nach ${target.origin}${target.pathname}`;
  return new Unreadable(
    `${address.origin}${address.pathname} leitet ${named} weiter. Dem folgt niemand: Bitte die Adresse nennen, die selbst antwortet.`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "Den Namen kennt niemand.",
  EAI_AGAIN: "Der Name lässt sich gerade nicht auflösen.",
  ECONNREFUSED: "Dort nimmt niemand Verbindungen an.",
  ECONNRESET: "Die Verbindung bricht ab.",
  EHOSTUNREACH: "Der Rechner ist nicht zu erreichen.",
  ENETUNREACH: "Das Netz ist nicht zu erreichen.",
  UND_ERR_SOCKET: "Die Verbindung bricht ab.",
  UND_ERR_CONNECT_TIMEOUT: "Die Verbindung kommt nicht zustande.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Seinem Zertifikat traut dieser Rechner nicht.",
  SELF_SIGNED_CERT_IN_CHAIN: "Seinem Zertifikat traut dieser Rechner nicht.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Seinem Zertifikat traut dieser Rechner nicht.",
  CERT_HAS_EXPIRED: "Sein Zertifikat ist abgelaufen.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Sein Zertifikat gilt für einen anderen Namen.",
};

/** Says why no answer came. */
export function noAnswer(address: URL, error: unknown): Unreadable {
  const { name, cause } = error as Error;
  const { code = "" } = (cause ?? {}) as NodeJS.ErrnoException;
  const reason =
    name === "TimeoutError" ? "Es antwortet nicht." : (reasons[code] ?? `Die Verbindung scheitert (${code || name}).`);
  return new Unreadable(`${address.origin} ist nicht zu erreichen. ${reason}`, { cause: error });
}
