import { type FetchedPicture } from "#server/takeover/folder/picture-files.ts";

/** A picture that an address leads to: its file, or the reason why there is none. */
export type KnownPicture =
  | { readonly sha256: string; readonly type: string }
  | { readonly fault: Extract<FetchedPicture, { fault: unknown }>["fault"] };

/** A row whose boxes have places. */
export interface RowReach {
  readonly area: number;
  /** The largest part and height of its boxes. */
  parts: number;
  heights: number;
}

/** Ids, codes and places that rules ask about other things; nothing of it grows with texts or histories. */
export class ArchiveFacts {
  /** Latest moment that is no future. */
  readonly now: string;
  readonly areas = new Map<number, string>();
  readonly areaNames = new Map<string, number>();
  readonly rows = new Map<number, RowReach>();
  readonly rowNumbers = new Map<string, number>();
  /** Codes of customers by id; null where one is asked for. */
  readonly customers = new Map<number, number | null>();
  readonly customerCodes = new Map<number, number>();
  /** Codes before the first box of a customer, as boxes bear them. */
  readonly borneCodes = new Map<number, string>();
  readonly customersOfUsers = new Map<number, number[]>();
  readonly users = new Set<number>();
  readonly emails = new Map<string, number>();
  /** Users by their whole name; null where two have it. */
  readonly userNames = new Map<string, number | null>();
  /** Boxes and contents that deliveries name; true where one of them is not over. */
  readonly namedBoxes = new Map<number, boolean>();
  readonly namedContents = new Map<number, boolean>();
  /** The first delivery that is not over, by the boxes and contents that it brings. */
  readonly promisedBoxes = new Map<number, number>();
  readonly promisedContents = new Map<number, number>();
  readonly deliveryCodes = new Map<number, number>();
  readonly boxes = new Set<number>();
  readonly codes = new Map<string, number>();
  readonly places = new Map<number, number>();
  /** Boxes that stand on a place of several, as people have answered. */
  readonly winners = new Map<number, number>();
  /** Boxes that are looked for, because another one stands on their place. */
  readonly displaced = new Set<number>();
  /** Customers of boxes and of named contents that come along or wait for an answer. */
  readonly ownersOfBoxes = new Map<number, number>();
  readonly ownersOfContents = new Map<number, number>();
  /** Named contents that the folder has. */
  readonly contents = new Set<number>();
  readonly pictures = new Map<string, KnownPicture>();
  /** Texts of the signs of rows and the barcodes of boxes, by id; null where a picture cannot be read. */
  readonly signs = new Map<number, string | null>();
  readonly barcodes = new Map<number, string | null>();
  /** Rows and boxes by these texts; 0 where two have one. */
  readonly rowsOfSigns = new Map<string, number>();
  readonly boxesOfBarcodes = new Map<string, number>();

  constructor(now: string) {
    this.now = now;
  }
}

/** Takes a key for a thing, unless another has it; answers who has it then. */
export function claim<K>(map: Map<K, number>, key: K, id: number): number {
  const owner = map.get(key);
  if (owner !== undefined) return owner;
  map.set(key, id);
  return id;
}

/** A place as one number. */
export const placeKey = (row: number, part: number, height: number): number => (row * 10_000 + part) * 1000 + height;
