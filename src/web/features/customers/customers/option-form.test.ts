import { expect, test } from "vitest";
import { emptyOption, optionChanges, optionForm, optionFormValues } from "./option-form.ts";

const option = {
  id: 1,
  customer: 7,
  description: "Wochentour",
  days: "2,4",
  fr: "09:00",
  to: "13:00",
  prior: 20,
  window: 4,
  price: "12.50",
  rush: false,
};

function messages(changes: Partial<typeof emptyOption>) {
  const found: Record<string, string> = {};
  const result = optionForm.safeParse({ ...optionFormValues(option), ...changes });
  for (const { path, message } of result.error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
}

test("every field of an empty form has its message", () => {
  expect(messages(emptyOption)).toEqual({
    description: "Bitte ausfüllen",
    days: "Bitte einen Tag auswählen",
    from: "Bitte ausfüllen",
    to: "Bitte ausfüllen",
    prior: "Bitte ausfüllen",
    window: "Bitte ausfüllen",
    price: "Bitte ausfüllen",
  });
});

test.each([
  ["from", "24:00"],
  ["to", "9:75"],
  ["prior", "-1"],
  ["prior", "1,5"],
  ["window", "viele"],
  ["window", "8761"],
  ["price", "-0,01"],
  ["price", "1,234"],
])("%s refuses %s", (field, typed) => expect(messages({ [field]: typed })).toEqual({ [field]: "Ungültig" }));

test.each([
  ["18", "8"],
  ["08:00", "08:00"],
])("a tour from %s to %s ends before it begins", (from, to) =>
  expect(messages({ from, to })).toEqual({ to: "„Bis“ muss nach „Von“ liegen." }),
);

test("nothing has to be paid, waited for or ordered early", () => {
  expect(messages({ price: "0", prior: "0", window: "0" })).toEqual({});
});

test("only what differs is sent, days in the order of the week", () => {
  const valid = optionForm.parse({ ...optionFormValues(option), days: [4, 1, 2], from: "10", price: "12,5" });
  expect(optionChanges(valid, option)).toMatchObject({
    days: "1,2,4",
    from: "10:00",
    before: { days: option.days, fr: option.fr },
  });
});
