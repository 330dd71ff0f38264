import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { paths } from "#web/paths.ts";
import { Form } from "#web/ui/form/form.tsx";

/** The question of a step. Whoever came here from another step finds the focus on it. */
export function StepHead({ moved, children }: { moved: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
  }, [moved]);
  return (
    <h2 ref={heading} tabIndex={-1} className="mb-3 outline-none">
      {children}
    </h2>
  );
}

/** A step; Esc leaves it, like every form: what was chosen waits. */
export function StepForm(props: Omit<ComponentProps<typeof Form>, "onLeave">) {
  const navigate = useNavigate();
  return <Form {...props} onLeave={() => void navigate(paths.deliveries())} />;
}

/** The way on from a step; it stays in sight, however much was chosen. */
export function StepActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-page px-4 py-2 max-sm:bottom-14 sm:mx-0 sm:px-0">
      {children}
    </div>
  );
}
