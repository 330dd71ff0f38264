import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from "downshift";
import { useEffect, useState } from "react";
import type { Option, Search } from "./option.ts";
import { useOptions } from "./use-options.ts";

type ChoiceProps<V extends string | number> = {
  id: string;
  inputId: string | undefined;
  options: readonly Option<V>[];
  /** The chosen entry as the caller knows it. */
  given: Option<V> | undefined;
  value: V | null | undefined;
  onChange: (value: V | null) => void;
  onSearch: Search<V> | undefined;
};

/** The state of a searchable choice: what is chosen, what is typed, what fits. */
export function useChoice<V extends string | number>(props: ChoiceProps<V>) {
  const { id, inputId, options, given, value, onChange, onSearch } = props;
  const [typed, setTyped] = useState("");
  const [remembered, setRemembered] = useState<Option<V>>();
  const selected =
    [given, ...options, remembered].find((option) => option !== undefined && option.value === value) ?? null;
  const { found, searching } = useOptions(options, typed, onSearch);
  const box = useCombobox<Option<V>>({
    id,
    ...(inputId && { inputId }),
    items: found,
    itemToString: labelOf,
    itemToKey: (option) => option?.value,
    selectedItem: selected,
    defaultHighlightedIndex: 0,
    stateReducer: reduce,
    onInputValueChange: ({ type }) => type !== useCombobox.stateChangeTypes.InputChange && setTyped(""),
    onSelectedItemChange: ({ selectedItem }) => {
      setRemembered(selectedItem ?? undefined);
      onChange(selectedItem?.value ?? null);
    },
  });
  const late = box.isOpen && typed !== "" && found.length > 0;
  const { setHighlightedIndex } = box;
  useEffect(() => {
    // Entries that came after the typing: downshift marked none of the empty list, but Enter takes the first.
    if (late) setHighlightedIndex(0);
  }, [late, setHighlightedIndex]);
  // Set in the very event that types: a tick later, a quick Enter would take from the list of the text before.
  return { box, found, searching, selected, setTyped };
}

function labelOf(option: { label: string } | null): string {
  return option?.label ?? "";
}

type State<V extends string | number> = UseComboboxState<Option<V>>;

/** Emptying the field empties the choice; leaving it takes the first hit only where something was typed. */
function reduce<V extends string | number>(state: State<V>, action: UseComboboxStateChangeOptions<Option<V>>) {
  const { type, changes } = action;
  const types = useCombobox.stateChangeTypes;
  if (type === types.InputChange && changes.inputValue === "") return { ...changes, selectedItem: null };
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
