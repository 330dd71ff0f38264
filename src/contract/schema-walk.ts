import type * as z from "zod/mini";

// Zod keeps what a schema is made of within itself, and may keep it otherwise one day: whoever walks through schemas asks here.

type Schema = z.core.$ZodType;
/** Structure of a schema of each type, distinguished by `type`. */
export type Definition = z.core.$ZodTypes["_zod"]["def"];

export const definitionOf = (schema: Schema): Definition => (schema as z.core.$ZodTypes)._zod.def;

export const isSchema = (value: object): value is z.ZodMiniType => "_zod" in value;

/** The same for whoever asks what there is and not of which type it is. */
interface Parts {
  readonly type: string;
  /** The fields of an object, the entry of a list, what an optional, a nullable or a default wraps, what a pipe begins with. */
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  /** The options of a union, an enum or literals. */
  readonly options?: readonly z.ZodMiniType[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}

export const partsOf = (schema: Schema): Parts => schema._zod.def;

/** The fields of an object; none of anything else. */
export const fieldsOf = (schema: Schema | undefined) => (schema && partsOf(schema).shape) ?? {};

/** The entry of a list that is answered by pages; null where the reply is none. */
export function pageEntry(reply: Schema): z.ZodMiniType | null {
  const { results, count_pages: pages } = fieldsOf(reply);
  return pages && results ? results : null;
}

/** Says whether all values to choose from are numbers. */
export const isOfNumbers = ({ type, entries }: Parts): boolean =>
  type === "number" || (entries !== undefined && Object.values(entries).every((entry) => typeof entry === "number"));

/** The limits of a number that may be reached. */
export const limitsOf = ({ checks = [] }: z.core.$ZodTypeDef) =>
  checks.flatMap((check) => {
    const def = check._zod.def as z.core.$ZodCheckGreaterThanDef | z.core.$ZodCheckLessThanDef;
    return (def.check === "greater_than" || def.check === "less_than") && def.inclusive ? [def] : [];
  });
