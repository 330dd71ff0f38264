/** Content of a field at some time. */
export interface TextSnapshot {
  /** Puts it back, as if what was typed since had not been. */
  readonly restore: () => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Returns the content that a field has now, or the known earlier one; nothing where nothing can be typed. */
export function snapshotOf(field: EventTarget, known?: string): TextSnapshot | undefined {
  if (!isField(field)) return undefined;
  const value = known ?? field.value;
  const caret = known !== undefined || field instanceof HTMLSelectElement ? null : field.selectionStart;
  const restore = () => {
    if (field.value === value) return;
    write(field, value);
    if (caret !== null) (field as HTMLInputElement).setSelectionRange(caret, caret);
  };
  return { restore };
}

/** Puts a text in place of what stands in a field. */
export function replace(field: EventTarget, value: string): void {
  if (isField(field) && field.value !== value) write(field, value);
}

/** React watches the element's own `value`: only what goes past it is seen as typed. */
function write(field: Field, value: string) {
  Reflect.set(Object.getPrototypeOf(field) as object, "value", value, field);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
