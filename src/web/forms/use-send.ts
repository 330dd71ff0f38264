import { useMutation } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useEffect, useState } from "react";
import {
  type DefaultValues,
  type Path,
  type PathValue,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from "react-hook-form";
import type * as z from "zod/mini";
import { type Attempt, newAttempt } from "#web/api/attempt.ts";
import { CallError } from "#web/api/call-error.ts";
import { invalidate, type WritingRoute } from "#web/api/queries.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import type { StoredValue } from "#web/storage/stored-value.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { checkedBy, type FormRules } from "./checked-by.ts";
import { type Beside, messagesBeside } from "./messages-beside.ts";

type FormOf<R extends FormRules> = UseFormReturn<z.input<R>, unknown, z.output<R>>;

/** Parts of a form besides its fields. */
interface Sending<R extends FormRules, Answer> {
  readonly rules: R;
  /** Contents of the fields, as react-hook-form takes them. */
  readonly start: Pick<UseFormProps<z.input<R>>, "defaultValues" | "values" | "mode" | "resetOptions">;
  readonly send: (valid: z.output<R>, once: Attempt) => Promise<Answer>;
  /** The call that is made: what it touches loads anew. */
  readonly route: WritingRoute;
  /** Asks before it is sent. */
  readonly ask?: (valid: z.output<R>) => Promise<boolean>;
  /** The success notice. */
  readonly done?: string;
  /** Returns the contents of the fields after sending; without it, the typed values stay. */
  readonly next?: ((answer: Answer) => z.input<R>) | undefined;
  readonly onSent?: (answer: Answer) => unknown;
  /** Fields beside which the server's words stand, where they are named otherwise. */
  readonly beside?: Beside;
  /** Shows a failure that belongs to no field, if not as a notice. */
  readonly onFailure?: (error: Error, form: FormOf<R>) => unknown;
  /** Where the focus is at first. */
  readonly focus?: Path<z.input<R>> | undefined;
  /** Loss that leaving would cause; without it nobody asks. */
  readonly loss?: string;
  /** Where what was typed outlives a reload. */
  readonly draft?: StoredValue<z.input<R>>;
}

/** The form, for its fields, and what became of it. */
export interface SendForm<R extends FormRules, Answer> extends UseFormReturn<z.input<R>, unknown, z.output<R>> {
  readonly errors: FormOf<R>["formState"]["errors"];
  readonly isPending: boolean;
  readonly answer: Answer | undefined;
  /** Failure that belongs to no field. */
  readonly failure: Error | null;
  /** The refusal that reported somebody else's change; null without one. */
  readonly overtakenBy: Error | null;
  /** Ends when the server has answered: then the focus goes to what it named. */
  readonly submit: (event?: BaseSyntheticEvent) => Promise<void>;
}

/** Somebody else's change comes in beside what is being typed and what was said of it. */
const besideTyped = { keepDirtyValues: true, keepErrors: true };

/** The shell of a form: rules, errors by field, focus, notice, question when leaving, draft, and what is out of date after it. */
export function useSend<R extends FormRules, Answer>(sending: Sending<R, Answer>): SendForm<R, Answer> {
  const { rules, start, send, route, ask, done, next, onSent, beside, focus, loss, draft } = sending;
  const { onFailure = (error: Error) => notify(error.message, "error") } = sending;
  const [begun] = useState(() => draft?.get());
  const form = useForm<z.input<R>, unknown, z.output<R>>({
    resetOptions: besideTyped,
    ...start,
    ...(begun && { defaultValues: begun as DefaultValues<z.input<R>> }),
    resolver: checkedBy(rules),
  });
  const [once] = useState(newAttempt);
  const placeMessages = (error: Error) => messagesBeside(error, Object.keys(form.getValues()), beside);
  const { mutateAsync, isPending, error, data } = useMutation({
    mutationFn: (valid: z.output<R>) => send(valid, once),
    meta: { inPlace: true },
    gcTime: 0, // an answer may carry a password
    onSuccess: async (answer) => {
      once("");
      if (done) notify(done);
      form.reset(next ? next(answer) : form.getValues(), { keepDirtyValues: false });
      draft?.remove();
      const loading = invalidate(route);
      await onSent?.(answer);
      await loading;
    },
    onError: (failure) => {
      const messages = placeMessages(failure);
      for (const { name, message } of messages) form.setError(name as Path<z.input<R>>, { message });
      if (messages.length === 0) onFailure(failure, form);
    },
  });
  const { formState, setFocus } = form;
  useLeaveQuestion(loss !== undefined && formState.isDirty, loss ?? "");
  useEffect(() => {
    if (focus) setFocus(focus);
  }, [setFocus, focus]);
  useEffect(() => {
    if (!draft) return undefined;
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => draft.set(values) });
  }, [form, draft]);
  const submit = form.handleSubmit(async (valid) => {
    if (isPending || (ask && !(await ask(valid)))) return;
    await mutateAsync(valid).catch(() => undefined); // it is on the screen
  });
  return {
    ...form,
    errors: formState.errors,
    isPending,
    answer: data,
    failure: error && placeMessages(error).length === 0 ? error : null,
    overtakenBy: error instanceof CallError && error.code === "changed" ? error : null,
    submit: (event) => {
      readFilled(form.getValues(), event?.currentTarget as HTMLFormElement | undefined, (name, value) => {
        const field = name as Path<z.input<R>>;
        form.setValue(field, value as PathValue<z.input<R>, typeof field>);
      });
      return submit(event);
    },
  };
}

/** The form of a dialog: what belongs to no field stands above its buttons instead of in a notice. */
export function useDialogForm<R extends FormRules, Answer>(sending: Omit<Sending<R, Answer>, "onFailure">) {
  return useSend({ ...sending, onFailure: () => undefined });
}

/** Takes what a password manager has put into the fields without an event. */
function readFilled(
  values: object,
  form: HTMLFormElement | undefined,
  set: (name: string, value: string) => void,
): void {
  const inputs = form?.querySelectorAll<HTMLInputElement>("input[autocomplete]:not([autocomplete=off])") ?? [];
  for (const { name, value } of inputs)
    if (name in values && (values as Record<string, unknown>)[name] !== value) set(name, value);
}
