import { useNavigate } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { paths } from "#web/paths.ts";
import { Form } from "#web/ui/form/form.tsx";

const question = "step-question";

/** The question of a step; the focus is where it is answered. */
export const StepHead = ({ children }: { children: ReactNode }) => (
  <h2 id={question} className="mb-3">
    {children}
  </h2>
);

/** For the control that answers a step: has the focus as soon as it is there. Stays the same function, or it would take it again. */
export const focusFirst = (control: HTMLElement | null) => control?.focus({ preventScroll: true });

/** A step, named by its question; Esc leaves it, like every form: what was chosen waits. */
export function StepForm(props: Omit<ComponentProps<typeof Form>, "onLeave">) {
  const navigate = useNavigate();
  return <Form aria-labelledby={question} {...props} onLeave={() => void navigate(paths.deliveries())} />;
}

/** The way on from a step; it stays in sight, however much was chosen. */
export function StepActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-page px-4 py-2 max-sm:bottom-14 sm:mx-0 sm:px-0">
      {children}
    </div>
  );
}
