import { clsx } from "clsx";
import type { ComponentProps, KeyboardEvent, ReactNode, SubmitEvent } from "react";

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** Submits the form with the result of react-hook-form's `handleSubmit`, or with any promise of having been checked and sent. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  /** Esc leaves. */
  onLeave?: (() => void) | undefined;
};

/** Enter sends, Esc leaves, and the focus goes to the first wrong field in the order one reads. */
export function Form({ onSubmit, onLeave, className, children, ...rest }: FormProps) {
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    event.preventDefault();
    await onSubmit(event);
    // A turn later the library has put the focus where it thinks, a frame later the errors are on the page.
    const focusFirst = () => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    setTimeout(() => requestAnimationFrame(focusFirst));
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || !onLeave) return;
    event.preventDefault(); // the same key would close the question that leaving may ask
    onLeave();
  };
  return (
    // Esc on a form is a short cut: leaving is also a button or a link.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      {...rest}
      className={clsx("grid gap-4", className ?? "max-w-md")}
      onSubmit={(event) => void submit(event)}
      onKeyDown={leave}
    >
      {children}
    </form>
  );
}

/** The buttons at a form's end, what it does first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>;
}
