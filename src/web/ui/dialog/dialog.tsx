import { clsx } from "clsx";
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { createStore } from "#web/ui/store.ts";

/** The modal dialogs on the screen, the last one opened at the end. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Keeps the title for screen readers only. */
  bare?: boolean | undefined;
  /** Closes on a press beside it; only where nothing typed can be lost. */
  light?: boolean | undefined;
  role?: "dialog" | "alertdialog" | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** A modal dialog on the native element, which keeps focus inside, closes on Esc and gives focus back. */
export function Dialog({ open, onClose, title, bare, light, role, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    openDialogs.set([...openDialogs.get(), element]);
    return () => {
      openDialogs.set(openDialogs.get().filter((other) => other !== element));
      // Closed before it leaves the page: only then the browser returns the focus.
      element.close();
    };
  }, [open]);
  const cancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return; // a file field inside sends the same event
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      className={clsx(
        "m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised text-text shadow-pop",
        !bare && "p-4",
        className,
      )}
      onCancel={cancel}
      onClose={(event) => event.target === event.currentTarget && open && !event.currentTarget.open && onClose()}
      onPointerDown={(event) => light && event.target === event.currentTarget && onClose()}
    >
      {open && (
        <>
          <h2 id={id} className={bare ? "sr-only" : "mb-2"}>
            {title}
          </h2>
          {children}
        </>
      )}
    </dialog>
  );
}
