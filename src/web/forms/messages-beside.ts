import { CallError } from "#web/api/call-error.ts";

/** The server's words by the form's own names. */
export type Beside = (refusal: CallError) => Readonly<Record<string, string | undefined>>;

const asNamed: Beside = ({ fields }) => fields;

/** What the server says about these fields, in their order; nothing where it says nothing about any of them. */
export function messagesBeside(error: Error, names: readonly string[], beside = asNamed) {
  const messages = error instanceof CallError ? beside(error) : {};
  return names.flatMap((name) => (messages[name] ? [{ name, message: messages[name] }] : []));
}
