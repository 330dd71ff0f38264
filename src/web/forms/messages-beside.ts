import { CallError } from "#web/api/call-error.ts";

/** The server's words by the form's own names. */
export type Beside = (refusal: CallError) => Readonly<Record<string, string | undefined>>;

const asNamed: Beside = ({ fields }) => fields;

/** Returns the server's messages about these fields, in their order; nothing where there is none about any of them. */
export function messagesBeside(error: Error, names: readonly string[], beside = asNamed) {
  const messages = error instanceof CallError ? beside(error) : {};
  return names.flatMap((name) => (messages[name] ? [{ name, message: messages[name] }] : []));
}
