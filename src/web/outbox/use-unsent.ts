import { useState } from "react";
import { type LeavePrompt, sendNow } from "./leaving.ts";

/** Holds the facts for the question when somebody leaves with scans that are not sent; `send` answers it where none is left then. */
export function useUnsent({ count: first, answer }: LeavePrompt) {
  const [left, setLeft] = useState<{ count: number; failure: string | null }>({ count: first, failure: null });
  const [isSending, setIsSending] = useState(false);
  const tryToSend = async () => {
    setIsSending(true);
    const after = await sendNow();
    setIsSending(false);
    if (after.count === 0) answer(true);
    else setLeft(after);
  };
  return { ...left, isSending, send: () => void tryToSend(), answer };
}
