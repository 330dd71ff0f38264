import {
  type ChangeEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { ChevronDown, X } from "lucide";
import { useFieldControl } from "./field.tsx";
import { placePopover, popoverStyle } from "#web/ui/menu/place-popover.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Option } from "./option.ts";
import { useChoice } from "./use-choice.ts";

type ComboboxProps<V extends string | number> = {
  /** All entries. */
  options: readonly Option<V>[];
  value: V | null | undefined;
  onChange: (value: V | null) => void;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** The name where no field stands around it. */
  "aria-label"?: string | undefined;
  /** The chosen entry, where it may be missing in `options`. */
  selected?: Option<V> | undefined;
};

/** A searchable choice: typing filters, Enter takes the first, leaving restores what was chosen. */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const { options, value, onChange, placeholder = "Bitte auswählen", disabled = false, ...rest } = props;
  const { ref, name, onBlur, selected: known, "aria-label": label } = rest;
  const id = useId();
  const field = useFieldControl("pr-14");
  const anchor = useRef<HTMLDivElement>(null);
  const choice = useChoice({ id, inputId: field.id, options, known, value, onChange });
  const { box, found } = choice;
  const open = box.isOpen && !disabled;
  const inputOf = () => anchor.current?.querySelector("input") ?? null;
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, inputOf);
  const clear = () => {
    onChange(null);
    inputOf()?.focus();
  };
  const input = box.getInputProps({
    ...field,
    "aria-label": label,
    "aria-labelledby": undefined,
    name,
    placeholder,
    disabled,
    onBlur,
    onChange: (event: ChangeEvent<HTMLInputElement>) => choice.setTyped(event.target.value),
    // An open list takes Esc for itself; a dialog around it stays.
    onKeyDown: (event: KeyboardEvent) => event.key === "Escape" && open && event.preventDefault(),
  });
  return (
    <div ref={anchor} className="relative" style={{ anchorName: `--${id}` }}>
      <input
        {...input}
        aria-activedescendant={found.length > 0 ? input["aria-activedescendant"] : undefined}
        autoComplete="off"
      />
      <div className="absolute inset-y-0 right-0 flex text-muted">
        {choice.selected && !disabled && (
          <button
            type="button"
            tabIndex={-1}
            aria-label="Auswahl löschen"
            title="Auswahl löschen"
            className="w-7"
            onClick={clear}
          >
            <Icon of={X} size={14} className="mx-auto" />
          </button>
        )}
        <button type="button" {...box.getToggleButtonProps({ disabled, "aria-label": "Liste öffnen" })} className="w-7">
          <Icon of={ChevronDown} size={14} className="mx-auto" />
        </button>
      </div>
      <FoundOptions id={id} anchor={anchor} open={open} choice={choice} />
    </div>
  );
}

type FoundOptionsProps<V extends string | number> = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  choice: ReturnType<typeof useChoice<V>>;
};

/** Lists the options that fit the typed text, below the field. */
function FoundOptions<V extends string | number>({ id, anchor, open, choice }: FoundOptionsProps<V>) {
  const { box, found } = choice;
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = popover.current;
    if (!open || !list || !anchor.current) return;
    list.showPopover();
    placePopover(list, anchor.current, "fill");
    return () => list.hidePopover();
  }, [open, anchor]);
  return (
    <div ref={popover} popover="manual" className="pop max-h-72 overflow-y-auto" style={popoverStyle(id, "fill")}>
      <ul {...box.getMenuProps({ "aria-label": "Auswahl", "aria-labelledby": undefined })}>
        {open &&
          found.map((item, index) => (
            <li
              key={item.value}
              {...box.getItemProps({ item, index })}
              data-active={index === box.highlightedIndex || undefined}
              className="pop-item cursor-pointer"
            >
              {item.label}
            </li>
          ))}
      </ul>
      <div role="status" className="px-2 text-muted not-empty:py-1.5">
        {open && found.length === 0 && "Keine Treffer"}
      </div>
    </div>
  );
}
