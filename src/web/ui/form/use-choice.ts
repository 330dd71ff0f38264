import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from "downshift";
import { useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { hasEachWord } from "#rules/search/spelling.ts";
import type { Option } from "./option.ts";

type ChoiceProps<V extends string | number> = {
  id: string;
  inputId: string | undefined;
  options: readonly Option<V>[];
  /** The chosen entry as the caller knows it. */
  known: Option<V> | undefined;
  value: V | null | undefined;
  onChange: (value: V | null) => void;
};

/** The state of a searchable choice: what is chosen, what is typed, what fits. */
export function useChoice<V extends string | number>(props: ChoiceProps<V>) {
  const { id, inputId, options, known, value, onChange } = props;
  const [typed, setTyped] = useState("");
  const selectedOption = [known, ...options].find((option) => option?.value === value) ?? null;
  const matchingOptions = useMemo(() => filterOptions(options, typed), [options, typed]);
  const box = useCombobox<Option<V>>({
    id,
    ...(inputId && { inputId }),
    items: matchingOptions,
    itemToString: labelOf,
    itemToKey: (option) => option?.value,
    selectedItem: selectedOption,
    defaultHighlightedIndex: 0,
    stateReducer: (state, action) => reduce(state, action, (text) => filterOptions(options, text)),
    onInputValueChange: ({ type }) => type !== useCombobox.stateChangeTypes.InputChange && setTyped(""),
    // at once, not when React finds the time: a quick second Enter sends the form around it
    onSelectedItemChange: ({ selectedItem }) =>
      queueMicrotask(() => flushSync(() => onChange(selectedItem?.value ?? null))),
  });
  // Entries that came after the typing find what downshift marked of none; who sees the first takes it by Enter, or by leaving.
  const [first] = box.isOpen && typed !== "" ? matchingOptions : [];
  const initialMark = first && (isAnother(typed, first) ? -1 : 0);
  const { setHighlightedIndex } = box;
  useLayoutEffect(() => {
    if (initialMark !== undefined) setHighlightedIndex(initialMark);
  }, [initialMark, setHighlightedIndex]);
  // Set in the very event that types: a tick later, a quick Enter would take from the list of the text before.
  return { box, found: matchingOptions, selected: selectedOption, setTyped };
}

function labelOf(option: { label: string } | null): string {
  return option?.label ?? "";
}

type State<V extends string | number> = UseComboboxState<Option<V>>;

/** Emptying the field empties the choice; leaving it takes the first hit only where something was typed. */
function reduce<V extends string | number>(
  state: State<V>,
  action: UseComboboxStateChangeOptions<Option<V>>,
  found: (text: string) => readonly Option<V>[],
) {
  const { type, changes } = action;
  const types = useCombobox.stateChangeTypes;
  if (type === types.InputChange && changes.inputValue === "") return { ...changes, selectedItem: null };
  if (type === types.InputChange && isAnother(changes.inputValue ?? "", found(changes.inputValue ?? "")[0]))
    return { ...changes, highlightedIndex: -1 };
  if (type === types.InputKeyDownEscape) {
    return { ...changes, selectedItem: state.selectedItem, inputValue: labelOf(state.selectedItem) };
  }
  // Enter on nothing leaves the list open, so that what was typed is not taken for a choice.
  const nothingTaken = changes.inputValue === state.inputValue && state.inputValue !== labelOf(state.selectedItem);
  if (type === types.InputKeyDownEnter && nothingTaken) return state;
  if (type !== types.InputBlur) return changes;
  // A field left quicker than its emptying went round through the form is empty all the same.
  if (state.inputValue === "") return { ...changes, selectedItem: null, inputValue: "" };
  const searched = state.inputValue !== labelOf(state.selectedItem);
  const selectedItem = (searched ? changes.selectedItem : state.selectedItem) ?? null;
  return { ...changes, selectedItem, inputValue: labelOf(selectedItem) };
}

const mostShown = 100; // a longer list is not read but typed into

/** The options that fit a text; the one with exactly this number or name comes first. */
export function filterOptions<V extends string | number>(options: readonly Option<V>[], text: string): Option<V>[] {
  const matchingOptions = options.filter(({ label }) => hasEachWord(label, text));
  const exact = matchingOptions.findIndex(({ label }) => isSameNumber(text, label) || label === text.trim());
  if (exact > 0) matchingOptions.unshift(...matchingOptions.splice(exact, 1));
  return matchingOptions.slice(0, mostShown);
}

const numberOf = (text: string) => /^\s*\d+/.exec(text)?.[0];
const isNumber = (text: string) => /^\s*\d+\s*$/.test(text);
const isSameNumber = (typed: string, label: string) => isNumber(typed) && Number(typed) === Number(numberOf(label));

/** Says whether a number was typed and the option has another one. Such an option is found, and taken only by choice. */
export const isAnother = (typed: string, option: { readonly label: string } | undefined): boolean =>
  isNumber(typed) && option !== undefined && numberOf(option.label) !== undefined && !isSameNumber(typed, option.label);
