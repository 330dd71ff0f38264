import { useState } from "react";
import type { CarriedName } from "#contract/schemas/customers/cost-centres.ts";
import { showBoxes, showThings } from "#rules/amounts.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";

/** Fates of names that something carries: the new name, or null where the name is only taken off the list. */
export type Fates = ReadonlyMap<string, string | null>;

const andList = new Intl.ListFormat("de");

/** `"12 Boxen, 1 Lieferung und 1 User"`. */
function carriers({ boxes, deliveries, services, users }: CarriedName): string {
  return andList.format([
    ...(boxes > 0 ? [showBoxes(boxes)] : []),
    ...(deliveries > 0 ? [showThings(deliveries, "Lieferung", "Lieferungen")] : []),
    ...(services > 0 ? [showThings(services, "offene Leistung", "offene Leistungen")] : []),
    ...(users > 0 ? [showThings(users, "User", "User")] : []),
  ]);
}

const keep = "keep";
const renamed = "to ";

type CostCentreQuestionProps = {
  /** Names that are no longer in the list, with the things that carry them. */
  gone: readonly CarriedName[];
  /** The names that are new in it. */
  added: readonly string[];
  onAnswer: (fates: Fates) => void;
  onClose: () => void;
};

/** Asks of each name that others carry and that left the list: whether it was renamed is said by whoever did it, and never guessed. */
export function CostCentreQuestion({ gone, added, onAnswer, onClose }: CostCentreQuestionProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const isOpen = gone.some(({ name }) => !chosen[name]);
  const submit = () => {
    if (isOpen) return;
    const fateOf = (choice = "") => (choice === keep ? null : choice.slice(renamed.length));
    onAnswer(new Map(gone.map(({ name }) => [name, fateOf(chosen[name])])));
  };
  const optionsFor = (name: string) => {
    const taken = Object.entries(chosen).flatMap(([other, choice]) => (other === name ? [] : [choice]));
    const free = added.filter((to) => !taken.includes(renamed + to));
    return [
      ...free.map((to) => ({ value: renamed + to, label: `Umbenennen in „${to}“` })),
      { value: keep, label: "Nur aus der Liste nehmen" },
    ];
  };
  return (
    <FormDialog
      of={{ submit, isPending: false, failure: null }}
      title="Nicht mehr in der Liste"
      action="Kostenstellen speichern"
      disabledReason={isOpen && "Bitte zuerst auswählen, was aus ihnen wird."}
      onClose={onClose}
    >
      {gone.map((each) => (
        <Field key={each.name} label={each.name} hint={`Den Namen haben noch: ${carriers(each)}`}>
          <Select
            empty="Bitte auswählen"
            options={optionsFor(each.name)}
            value={chosen[each.name] ?? ""}
            onChange={({ target }) => setChosen({ ...chosen, [each.name]: target.value })}
          />
        </Field>
      ))}
    </FormDialog>
  );
}
