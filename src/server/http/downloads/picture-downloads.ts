import { showBoxCode } from "#rules/stock/box-code.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Scope } from "#server/database/scope.ts";
import { forbidden, refuse } from "#server/http/errors.ts";
import type { PictureStore } from "#server/storage/pictures.ts";

const statsAtOnce = 64;

interface KeptPicture {
  readonly code: string;
  readonly sha256: Buffer;
  readonly bytes: number;
}

/** A download that a lost file would break off in the middle is refused before it begins. */
export async function refuseLost(store: PictureStore, pictures: readonly KeptPicture[]): Promise<void> {
  for (let at = 0; at < pictures.length; at += statsAtOnce) {
    const some = pictures.slice(at, at + statsAtOnce);
    const sizes = await Promise.all(some.map(({ sha256 }) => store.sizeOf(sha256)));
    const missingPicture = some.find(({ bytes }, index) => sizes[index] !== bytes);
    if (missingPicture) throw refuse(refused.lostPicture(showBoxCode(missingPicture.code)));
  }
}

const rightsAge = 1000; // ms; a zip of many small pictures must not ask for each of them

interface Asking {
  readonly now: () => Date;
  readonly scopeNow: () => Promise<Scope | null>;
}

/** Breaks a long download off when the caller has meanwhile lost the right to it: a download may take an hour. */
export function rightTo({ now, scopeNow }: Asking, mayStill: (scope: Scope) => Promise<boolean>) {
  let startTime = now().getTime();
  return async () => {
    const at = now().getTime();
    if (at - startTime < rightsAge) return;
    startTime = at;
    const scope = await scopeNow();
    if (!scope || !(await mayStill(scope))) throw forbidden("signed_out");
  };
}
