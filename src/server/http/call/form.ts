import type { FastifyRequest } from "fastify";
import type { FullRoute } from "#contract/route.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { refuse } from "#server/http/errors.ts";
import { refuseRepeated, typedQuery } from "#server/http/parsing/query-text.ts";

/** A field that comes again is a list, as a parameter is. */
const together = (before: unknown, value: unknown) => (before === undefined ? value : [before, value].flat());

/** The fields and the one file of a form; null where it has none of the name that the route takes. @throws 400 for a form that is cut off or says a field twice */
export async function readForm(
  request: FastifyRequest,
  { multipart, body, largest }: Pick<FullRoute, "multipart" | "body" | "largest">,
): Promise<{ readonly body: unknown; readonly file: Buffer | null }> {
  if (!request.isMultipart()) throw refuse(invalid.malformed);
  const fields: Record<string, unknown> = {};
  let file: Buffer | null = null;
  try {
    for await (const part of request.parts(largest === undefined ? {} : { limits: { fileSize: largest } })) {
      if (part.type === "field") fields[part.fieldname] = together(fields[part.fieldname], part.value);
      else if (part.fieldname === multipart && !file) file = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    if (error instanceof Error && "statusCode" in error) throw error;
    throw refuse(invalid.malformed); // the parser gives no status to a form that is cut off or has no boundary
  }
  refuseRepeated(body, fields);
  return { body: { ...fields, ...typedQuery(fields, body) }, file };
}
