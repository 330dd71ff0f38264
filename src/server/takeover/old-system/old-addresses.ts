import { isCall } from "./allowed-paths.ts";

/** Error that says what is wrong with an address, as a sentence. */
export class WrongAddress extends Error {}

const prefix = "/api/v1";

/**
 * The base of the API, without a slash at its end, of what somebody typed: `https://archiv.example`, with or without `/api/v1/`.
 * @throws WrongAddress where it is none, or carries what must not be in an argument
 */
export function apiAddress(typed: string): URL {
  const url = URL.parse(typed);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new WrongAddress(`${typed} ist keine Adresse: Sie beginnt mit https:// oder http://.`);
  if (url.username !== "" || url.password !== "")
    throw new WrongAddress("Name und Passwort gehören nicht in die Adresse: Das Passwort wird gefragt.");
  if (url.search !== "" || url.hash !== "")
    throw new WrongAddress(`${typed} ist mehr als die Adresse des alten Systems: Bitte ohne ? und #.`);
  const path = url.pathname.replace(/\/+$/, "");
  const base = path.endsWith(prefix) ? path : path + prefix;
  return new URL(url.origin + base);
}

/** Form in which an answer gives the address of a picture. */
export type PictureForm = "https" | "http" | "path" | "elsewhere" | "call";

/** Where a picture lies; `url` is null where it is not fetched: on another host, or where a call of the API would be made. */
export interface OldPictureAddress {
  readonly form: PictureForm;
  readonly url: URL | null;
}

/** Where a picture is fetched from, by the address that an answer names. `http` becomes `https` where the API has it (specification 7). */
export function oldPictureAddress(api: URL, image: string): OldPictureAddress {
  const url = URL.parse(image, `${api.origin}/`);
  if (url === null || !/^https?:$/.test(url.protocol)) return { form: "elsewhere", url: null };
  const form = /^https:/i.test(image) ? "https" : /^http:/i.test(image) ? "http" : "path";
  if (api.protocol === "https:") url.protocol = "https:";
  url.hash = "";
  if (url.host !== api.host || url.username !== "" || url.password !== "") return { form: "elsewhere", url: null };
  return isCall(url.pathname) ? { form: "call", url: null } : { form, url };
}
