import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createImport } from "#contract/calls/exchange/imports.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { CallError } from "#web/api/call-error.ts";
import { invalidate } from "#web/api/queries.ts";
import { upload } from "#web/api/upload.ts";
import { importPage } from "./import-address.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True where whoever opens the import has just sent it: it is checked at once where nothing needs to be asked. */
    isSent?: boolean | undefined;
  }
}

/** Files that the file chooser offers. */
export const listFiles = ".csv,.txt,.tsv,.xlsx";

/** A list, and for whom it is. */
export interface SentList {
  readonly customer: number;
  readonly file: File;
}

/** Sends a list, and leads to its page; `onSent` comes before. */
export function useSending(isStaff: boolean, onSent?: () => Promise<unknown>) {
  const [once] = useState(newAttempt);
  const [share, setShare] = useState(0);
  const navigate = useNavigate();
  const send = useMutation({
    mutationFn: ({ customer, file }: SentList) =>
      upload(createImport, { fields: { customer, name: file.name }, file, as: "file", once, onShare: setShare }),
    meta: { inPlace: true },
    onSuccess: async ({ id }) => {
      await onSent?.();
      await invalidate(createImport);
      await navigate({ ...importPage(isStaff, id), state: { isSent: true } });
    },
    onSettled: () => once(""),
  });
  return { send, share: share === 1 ? undefined : share };
}

/** Why a list was not taken, in the server's words. */
export const sendingProblem = (error: Error) =>
  error instanceof CallError ? (Object.values(error.fields)[0] ?? error.message) : error.message;
