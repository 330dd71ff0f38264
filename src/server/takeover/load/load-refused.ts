import { isLost } from "#server/database/connections/lost-connection.ts";

/** Why nothing was loaded, as a sentence. */
export class LoadRefused extends Error {}

/** Where a database has no room any more. */
const full = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** What `pg` says to a copy whose connection broke. */
const broken = /^Client has encountered a connection error/;

/** What the database or the disk said, as a sentence; anything else as it is. */
export function sayRefusal(error: unknown): unknown {
  const {
    code = "",
    message,
    detail,
    constraint,
  } = error as Partial<Record<"code" | "message" | "detail" | "constraint", string>>;
  if (full.has(code)) return new LoadRefused("Der Datenträger ist voll. Nichts wurde geladen.", { cause: error });
  if (isLost(error) || broken.test(message ?? ""))
    return new LoadRefused(
      "Die Verbindung zur Datenbank ist abgerissen. Solange das Archiv keine Box zeigt, wurde nichts geladen.",
      { cause: error },
    );
  if (!/^(22|23|42501|P0001|MH)/.test(code)) return error;
  const what = [message, detail, constraint && `Regel ${constraint}`].filter(Boolean).join("; ");
  return new LoadRefused(`Was geladen würde, verletzt eine Regel des Archivs: ${what}. Nichts wurde geladen.`, {
    cause: error,
  });
}
