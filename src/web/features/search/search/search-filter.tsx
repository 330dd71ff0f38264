import { Search, X } from "lucide";
import { clsx } from "clsx";
import { useEffect, useId, useRef, useState } from "react";
import { codeListLength } from "#rules/search/search-text.ts";
import type { SearchGroup } from "#contract/schemas/search/search.ts";
import { boxStates, boxStateText } from "#rules/stock/box-state.ts";
import { searchKinds } from "#rules/search/search-kinds.ts";
import { kindTitle, showFound } from "#web/search-results/found-result.ts";
import { useRested } from "#web/search-results/use-search.ts";
import { ListTarget } from "#web/basket/list/list-target.tsx";
import { CustomerChoice } from "#web/lists/customer-choice.tsx";
import { paths } from "#web/paths.ts";
import type { FoundSearch } from "#web/search.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { customerIn, yearIn } from "./found-search.ts";

type SearchFilterProps = {
  text: string;
  onText: (text: string) => void;
  search: FoundSearch;
  onChange: (changed: FoundSearch) => void;
  /** Results of every kind. */
  groups: readonly SearchGroup[];
  isStaff: boolean;
};

const states = boxStates.map((state) => ({ value: state, label: boxStateText[state] }));

/** Codes that the field takes at once. */
const mostCodes = 300;

/** Shows the text that is looked for, and the conditions that narrow the search. */
export function SearchFilter({ text, onText, ...narrowing }: SearchFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="mb-4 grid gap-3">
      <ListTarget
        customer={undefined}
        purpose="any"
        onTake={(boxes) =>
          onText(
            boxes
              .slice(0, mostCodes)
              .map(({ code }) => code)
              .join(" "),
          )
        }
      >
        <span className="relative block">
          <Icon
            of={Search}
            size={16}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            ref={field}
            type="search"
            aria-label="Suche"
            autoComplete="off"
            data-scan
            maxLength={codeListLength}
            placeholder="Code, Nummer, Name oder Wörter aus einem Inhalt"
            className="control min-h-10 pl-9 text-section"
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        </span>
      </ListTarget>
      <Narrowing {...narrowing} />
    </search>
  );
}

/** The filters; on a phone behind a button, so that what is found comes soon. */
function Narrowing({ search, onChange, groups, isStaff }: Omit<SearchFilterProps, "text" | "onText">) {
  const { kind, customer, state, year } = search;
  const active = [kind, customer, state, year].filter((filter) => filter !== undefined).length;
  const [isOpen, setOpen] = useState(false);
  const filters = useId();
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-controls={filters}
        className="justify-self-start sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {active > 0 ? `Filter (${active} aktiv)` : "Filter"}
      </Button>
      <div
        id={filters}
        className={clsx("grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap", !isOpen && "max-sm:hidden")}
      >
        <Field label="Art" className="sm:w-44">
          <Select
            empty="Alles"
            options={kindsOf(groups, isStaff)}
            value={kind ?? ""}
            onChange={(event) => onChange({ kind: searchKinds.find((each) => each === event.target.value) })}
          />
        </Field>
        <Field label="Kunde" className="sm:w-60">
          <CustomerChoice
            text={customer?.toString() ?? ""}
            onText={(code) => onChange({ customer: customerIn(code) })}
            options={undefined}
          />
        </Field>
        <Field label="Status der Box" className="sm:w-52">
          <Select
            empty="Alle"
            options={states}
            value={state ?? ""}
            onChange={(event) => onChange({ state: boxStates.find((each) => String(each) === event.target.value) })}
          />
        </Field>
        <NumberFilter label="Jahr" value={year} parse={yearIn} onChange={(to) => onChange({ year: to })} />
        {active > 0 && (
          <ButtonLink {...paths.search({ q: search.q })} icon={X} className="max-sm:col-span-2">
            Filter entfernen
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** The kinds of results, with how much there is of each; rows are for staff. */
const kindsOf = (groups: readonly SearchGroup[], isStaff: boolean) =>
  searchKinds.flatMap((kind) => {
    const group = groups.find((found) => found.kind === kind);
    const label = kindTitle[kind] + (group ? ` (${showFound(group)})` : "");
    return kind === "row" && !isStaff ? [] : [{ value: kind, label }];
  });

type NumberFilterProps = {
  label: string;
  value: number | undefined;
  parse: (text: string) => number | undefined;
  onChange: (value: number | undefined) => void;
};

/** A number that narrows what is found as soon as typing pauses. */
function NumberFilter({ label, value, parse, onChange }: NumberFilterProps) {
  const [text, setText] = useState(value?.toString() ?? "");
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    if (parse(text) !== value) setText(value?.toString() ?? "");
  }
  const settledText = useRested(text);
  const parsedValue = parse(settledText);
  const isWrong = settledText !== "" && parsedValue === undefined;
  useEffect(() => {
    if (!isWrong && parsedValue !== value) onChange(parsedValue);
    // Only what was typed changes the address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settledText]);
  return (
    <Field label={label} error={isWrong ? "Ungültig" : undefined} oneLine className="sm:w-36">
      <TextInput inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} />
    </Field>
  );
}
