import { X } from "lucide";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCodes } from "#rules/stock/box-code.ts";
import { PrintLabels } from "#web/label-printing/print-labels-button.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { storedValue } from "#web/storage/stored-value.ts";
import type { NewBoxes } from "./new-boxes.ts";

const newest = storedValue("new-boxes", (value) => (value as NewBoxes).first && (value as NewBoxes));

/** The boxes that were made last, until one closes it, with what comes next. */
export function NewBoxesLine() {
  const createdBoxes = useLocation({ select: ({ state }) => state.newBoxes });
  const navigate = useNavigate();
  const [made, setMade] = useState(() => {
    if (createdBoxes) newest.set(createdBoxes);
    return newest.get();
  });
  if (!made) return null;
  const { first, last } = made;
  const [from, to] = [numberOf(first), numberOf(last)];
  const close = () => {
    newest.remove();
    setMade(undefined);
    // or a reload would show them again
    void navigate({ to: ".", search: true, state: { newBoxes: undefined }, replace: true });
  };
  return (
    <section
      aria-label="Zuletzt angelegt"
      data-screen-only
      className="mb-3 flex items-start gap-2 rounded-md border border-line bg-accent-soft p-1 pl-3"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <p className="mr-1 font-semibold tabular-nums">
          {showBoxes(to - from + 1)} angelegt: {showBoxCodes(first, last)}
        </p>
        <ButtonLink {...paths.boxes({ owner: Number(first.slice(0, 4)), from, to })}>Ansehen</ButtonLink>
        <PrintLabels codes={codesOf(made)}>Etiketten drucken</PrintLabels>
        <Link to="/stock/boxes/new" state={{ newBoxes: made }} className={buttonClass()}>
          Weitere hinzufügen
        </Link>
      </div>
      <IconButton label="Schließen" icon={X} onClick={close} />
    </section>
  );
}

const numberOf = (code: string) => Number(code.slice(4));

function codesOf({ first, last }: NewBoxes): string[] {
  const start = Number(first);
  return Array.from({ length: Number(last) - start + 1 }, (_, index) => String(start + index).padStart(10, "0"));
}
