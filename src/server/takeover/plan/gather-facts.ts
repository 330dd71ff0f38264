import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { normalEmail } from "#rules/access/users.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { detectFormat } from "#server/storage/pictures.ts";
import { linesOf } from "#server/takeover/folder/prove-folder.ts";
import type { FolderManifest } from "#server/takeover/folder/folder-manifest.ts";
import type { FetchedPicture } from "#server/takeover/folder/picture-files.ts";
import type { KindName } from "#server/takeover/old-system/kinds.ts";
import { gatherPlace } from "./box-places.ts";
import { claim } from "./facts.ts";
import {
  authorIn,
  isObject,
  objectsOf,
  type OldObject,
  oldId,
  oldText,
  referenceIn,
  referencesIn,
  wholeIn,
} from "./old-values.ts";
import { isOpenDelivery, namedIn } from "./plan-deliveries.ts";
import type { Planning } from "./plan-fields.ts";
import { readSign } from "./read-sign.ts";

/** A folder that was fetched into, and what it says of itself. */
export interface OldFolder {
  readonly path: string;
  readonly manifest: FolderManifest;
}

/** The objects of a kind, one after the other, by ascending id. */
export async function* readObjects({ path, manifest }: OldFolder, kind: KindName): AsyncGenerator<OldObject> {
  for await (const line of linesOf(join(path, manifest.data, `${kind}.jsonl`))) yield JSON.parse(line) as OldObject;
}

/** The file of a picture's bytes in a folder. */
export const pictureIn = ({ path }: OldFolder, sha256: string): string =>
  join(path, "pictures", sha256.slice(0, 2), sha256);

const headLength = 12; // bytes that identify a format

function headOf(file: string): Buffer {
  const head = Buffer.alloc(headLength);
  const opened = openSync(file, "r");
  try {
    return head.subarray(0, readSync(opened, head, 0, headLength, 0));
  } finally {
    closeSync(opened);
  }
}

/** Gathers pictures: a file counts by its first bytes, whatever the old system calls it. */
export async function gatherPictures(folder: OldFolder, { facts }: Planning): Promise<void> {
  for await (const line of linesOf(join(folder.path, folder.manifest.data, "pictures.jsonl"))) {
    const picture = JSON.parse(line) as FetchedPicture;
    if ("fault" in picture) facts.pictures.set(picture.address, { fault: picture.fault });
    else {
      const { address, sha256 } = picture;
      const format = detectFormat(headOf(pictureIn(folder, sha256)));
      facts.pictures.set(address, format === null ? { fault: "no-picture" } : { sha256, type: `image/${format}` });
    }
  }
}

/** Reads the code on a picture that a thing names, where the picture was asked for when it was fetched. */
async function gatherSign(
  folder: OldFolder,
  { facts }: Planning,
  { id, picture }: { readonly id: number; readonly picture: unknown },
  [signs, owners]: readonly [signs: Map<number, string | null>, owners: Map<string, number>],
): Promise<void> {
  const known = facts.pictures.get(isObject(picture) ? oldText(picture["image"]) : "");
  if (known === undefined) return;
  const text = "fault" in known ? null : await readSign(pictureIn(folder, known.sha256));
  signs.set(id, text);
  if (text !== null && claim(owners, text, id) !== id) owners.set(text, 0);
}

/** Gathers names, numbers and codes of small kinds: who has one first keeps it. */
export async function gatherPeople(folder: OldFolder, planning: Planning): Promise<void> {
  const { facts } = planning;
  for await (const area of readObjects(folder, "areas"))
    claim(facts.areaNames, oldText(area["name"]).normalize("NFC").trim(), oldId(area));
  for await (const row of readObjects(folder, "rows")) {
    const id = oldId(row);
    claim(facts.rowNumbers, `${referenceIn(row["area"])}/${wholeIn(row["number"])}`, id);
    await gatherSign(folder, planning, { id, picture: row["qrcode"] }, [facts.signs, facts.rowsOfSigns]);
  }
  for await (const user of readObjects(folder, "users")) {
    const name = authorIn(user);
    facts.users.add(oldId(user));
    facts.userNames.set(name, facts.userNames.has(name) ? null : oldId(user));
    const email = normalEmail(oldText(user["email"]));
    if (email !== "") claim(facts.emails, email, oldId(user));
  }
  for await (const customer of readObjects(folder, "customers")) {
    const code = wholeIn(customer["code"]);
    facts.customers.set(oldId(customer), code);
    if (code !== null) claim(facts.customerCodes, code, oldId(customer));
    for (const user of referencesIn(customer["users"])) {
      if (user === null) continue;
      const customers = facts.customersOfUsers.get(user) ?? [];
      if (!customers.includes(oldId(customer))) facts.customersOfUsers.set(user, [...customers, oldId(customer)]);
    }
  }
}

/** Gathers the boxes and contents that deliveries name, and those that are still to be brought. */
export async function gatherDeliveries(folder: OldFolder, { facts }: Planning): Promise<void> {
  for await (const delivery of readObjects(folder, "deliveries")) {
    const id = oldId(delivery);
    const code = wholeIn(delivery["code"]);
    if (code !== null) claim(facts.deliveryCodes, code, id);
    const isOpen = isOpenDelivery(delivery);
    const note = (
      named: readonly (number | null)[],
      [all, promised]: readonly [Map<number, boolean>, Map<number, number>],
    ) => {
      for (const each of named) {
        if (each === null) continue;
        all.set(each, isOpen || all.get(each) === true);
        if (isOpen) claim(promised, each, id);
      }
    };
    note(namedIn(delivery, "boxes"), [facts.namedBoxes, facts.promisedBoxes]);
    note(namedIn(delivery, "boxcontents"), [facts.namedContents, facts.promisedContents]);
  }
}

/** Gathers codes and places of boxes, and the contents that deliveries name. Rows must be planned before. */
export async function gatherBoxes(folder: OldFolder, planning: Planning): Promise<void> {
  const { facts } = planning;
  for await (const box of readObjects(folder, "boxes")) {
    const id = oldId(box);
    facts.boxes.add(id);
    const code = parseBoxCode(oldText(box["code"]));
    const owner = referenceIn(box["owner"]);
    if (code !== null) claim(facts.codes, code, id);
    if (code !== null && owner !== null && !facts.borneCodes.has(owner)) facts.borneCodes.set(owner, code.slice(0, 4));
    gatherPlace(planning, box);
    await gatherSign(folder, planning, { id, picture: box["barcode"] }, [facts.barcodes, facts.boxesOfBarcodes]);
    for (const content of objectsOf(box["content"])) {
      const contentId = oldId(content);
      if (facts.namedContents.has(contentId)) facts.contents.add(contentId);
    }
  }
}
