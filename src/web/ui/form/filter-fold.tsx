import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";

type FilterFoldProps = {
  /** Number of the filters that narrow the list. */
  active: number;
  /** Stands beside the filters and is always shown. */
  beside?: ReactNode;
  children: ReactNode;
};

/** Shows the filters above a list that have no filter bar; on a phone the list comes first and they come on demand. */
export function FilterFold({ active, beside, children }: FilterFoldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <div className="sm:hidden">
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {active === 0 ? "Filter" : `Filter (${active} aktiv)`}
        </Button>
      </div>
      {beside}
      <div id={id} className={clsx("flex flex-wrap items-end gap-3 max-sm:w-full sm:grow", !isOpen && "max-sm:hidden")}>
        {children}
      </div>
    </div>
  );
}
