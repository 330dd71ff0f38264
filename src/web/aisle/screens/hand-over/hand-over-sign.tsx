import { Camera, Check } from "lucide";
import { useEffect, useState } from "react";
import { nameLength } from "#contract/limits.ts";
import { errors } from "#rules/texts/texts.ts";
import { deliveryOf } from "#rules/aisle/stock-data.ts";
import { CallError } from "#web/api/call-error.ts";
import { currentData } from "#web/aisle/device/pending-scans.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { keepProofs, newProof, type Proofs, proofsOf, sendProofs, smallPhoto } from "./hand-over-proofs.ts";
import { SignaturePad } from "./signature-pad.tsx";

interface HandOverSignProps {
  readonly delivery: number;
  readonly isOnline: boolean;
  readonly onSigned: (signed: { readonly name: string; readonly signature?: string }) => void;
  readonly onClose: () => void;
}

const isOpen = (id: number) => deliveryOf(currentData(), id) !== undefined;

/** Records who has taken the delivery over. The record is kept on the device at once, and sent before the delivery is completed. */
export function HandOverSign(props: HandOverSignProps) {
  const { delivery } = props;
  const [before, setBefore] = useState<Proofs | null>(null);
  useEffect(() => {
    void proofsOf(delivery).then(setBefore);
  }, [delivery]);
  return before && <Sign before={before} {...props} />;
}

function Sign({ before, delivery, isOnline, onSigned, onClose }: HandOverSignProps & { readonly before: Proofs }) {
  const [proofs, setProofs] = useState(before);
  const [pad, setPad] = useState(0);
  const { failure, isSending, send } = useSending(delivery, onSigned);
  const change = (news: Partial<Proofs>) => {
    const next = { ...proofs, ...news };
    setProofs(next);
    void keepProofs(delivery, next, isOpen).catch(() => undefined);
  };
  const { name, signature, photo } = proofs;
  return (
    <form
      aria-label="Abschließen"
      className="grid shrink-0 gap-2 px-2 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send(proofs);
      }}
    >
      {failure && <p role="alert">{failure}</p>}
      <label className="grid gap-1">
        Angenommen von
        <input
          className="control min-h-12!"
          maxLength={nameLength}
          autoComplete="off"
          data-scan="open"
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </label>
      <SignaturePad
        key={pad}
        image={signature?.image ?? null}
        onImage={(image) => change({ signature: newProof(image) })}
      />
      <div className="flex gap-2">
        <Button
          className="min-h-12! grow basis-0"
          disabledReason={!signature && "Es ist nichts unterschrieben."}
          onClick={() => {
            change({ signature: null });
            setPad(pad + 1);
          }}
        >
          Noch einmal
        </Button>
        <Photo isThere={photo !== null} onPhoto={(image) => change({ photo: newProof(image) })} />
      </div>
      <Ends
        isSending={isSending}
        reason={isOnline ? name.trim() === "" && "Bitte den Namen eintragen" : "nur mit Netz"}
        onClose={onClose}
      />
    </form>
  );
}

interface EndsProps extends Pick<HandOverSignProps, "onClose"> {
  readonly isSending: boolean;
  /** Why it cannot be completed now. */
  readonly reason: string | false;
}

const Ends = ({ reason, isSending, onClose }: EndsProps) => (
  <div className="flex gap-2">
    <Button className="min-h-14! grow basis-0" onClick={onClose}>
      Später
    </Button>
    <Button type="submit" look="primary" className="min-h-14! grow basis-0" pending={isSending} disabledReason={reason}>
      Abschließen
    </Button>
  </div>
);

/** Pictures first: the delivery names its signature. */
function useSending(delivery: number, onSigned: HandOverSignProps["onSigned"]) {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (proofs: Proofs) => {
    setIsSending(true);
    setFailure(null);
    try {
      await sendProofs(delivery, proofs);
      onSigned({ name: proofs.name, ...(proofs.signature && { signature: proofs.signature.id }) });
    } catch (error) {
      setFailure(error instanceof CallError ? error.message : errors.unknown);
      setIsSending(false);
    }
  };
  return { isSending, failure, send };
}

function Photo({ isThere, onPhoto }: { isThere: boolean; onPhoto: (image: Blob | null) => void }) {
  return (
    <label className="button relative min-h-12! grow basis-0">
      <Icon of={isThere ? Check : Camera} size={20} />
      {isThere ? "Foto ist da" : "Foto"}
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="absolute inset-0 opacity-0"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void smallPhoto(file).then((image) => image && onPhoto(image));
        }}
      />
    </label>
  );
}
