import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { FieldsOf } from "#web/forms/form-field.tsx";

/** The names of the fields that these parts of a form put on the screen, by the alphabet. */
export function fieldsIn<Name extends string>(
  ...parts: readonly FunctionComponent<{ of: FieldsOf<Name> }>[]
): string[] {
  const shown: string[] = [];
  const idle = () => Promise.resolve();
  const register = (name: Name) => {
    shown.push(name);
    return { name, ref: () => {}, onChange: idle, onBlur: idle };
  };
  for (const part of parts) renderToStaticMarkup(createElement(part, { of: { register, errors: {} } }));
  return shown.sort();
}
