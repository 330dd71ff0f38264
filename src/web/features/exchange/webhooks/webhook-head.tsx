import { CirclePause, CirclePlay, KeyRound, Pencil, Send, Trash2 } from "lucide";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteWebhook, editWebhook, rotateWebhook, testWebhook } from "#contract/calls/exchange/webhooks.ts";
import type { Webhook } from "#contract/schemas/exchange/webhooks.ts";
import { call } from "#web/api/call.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { useActions } from "#web/detail-page/use-actions.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { AskWebhook, ShowSecret } from "./ask-webhook.ts";
import { WebhookStateBadge } from "./webhook-state-badge.tsx";
import { failingText, secretNote, stateTexts } from "./webhook-texts.ts";

/** The head of a webhook, with what may be done to it. */
export function WebhookHead({ of }: { of: Webhook }) {
  const { id, state } = of;
  const path = { id };
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { start, ask, isPending } = useActions<"test" | "active" | "secret" | "delete">([editWebhook]);
  const setActive = (active: boolean) =>
    start("active", async () => {
      await call(editWebhook, { path, body: { active } });
      return active ? "Es wird weiter gesendet" : "Angehalten";
    });
  const isActive = state === "active";
  const test = {
    text: "Probe senden",
    icon: Send,
    pending: isPending("test"),
    act: () =>
      start("test", async () => {
        await call(testWebhook, { path });
        return "Probe wird gesendet";
      }),
  };
  const resume = { text: "Weiter senden", icon: CirclePlay, pending: isPending("active"), act: () => setActive(true) };
  const rotate = () =>
    void ask("secret", { title: "Neues Geheimnis", text: secretNote, action: "Neues Geheimnis" }, async () => {
      setSecret((await call(rotateWebhook, { path })).secret);
    });
  const remove = () =>
    void ask("delete", { ...deletion, danger: true }, async () => {
      await call(deleteWebhook, { path });
      await navigate({ to: "/webhooks" });
      return "Webhook gelöscht";
    });
  return (
    <>
      <DetailHead
        above={<TextLink to="/webhooks">Webhooks</TextLink>}
        title={URL.parse(of.url)?.host ?? of.url}
        badge={<WebhookStateBadge of={of} />}
        next={isActive && of.failed_since !== null ? failingText : stateTexts[state].next}
        primary={isActive ? test : resume}
        more={[
          { text: "Bearbeiten", icon: Pencil, act: () => setOpen(true) },
          isActive && { text: "Anhalten", icon: CirclePause, act: () => setActive(false) },
          { text: "Neues Geheimnis", icon: KeyRound, act: rotate },
        ]}
        dangers={[{ text: "Löschen", icon: Trash2, act: remove }]}
      />
      {isOpen && <AskWebhook webhook={of} onSent={() => setOpen(false)} onClose={() => setOpen(false)} />}
      {secret !== undefined && <ShowSecret secret={secret} note={secretNote} onClose={() => setSecret(undefined)} />}
    </>
  );
}

const deletion = {
  title: "Webhook löschen",
  text: "Der Empfänger hört nichts mehr, auch nicht, was noch auf ihn wartet.",
  action: "Webhook löschen",
};
