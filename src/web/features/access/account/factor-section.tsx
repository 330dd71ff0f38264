import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, ShieldOff } from "lucide";
import { useState } from "react";
import { endSecondFactor, getSecondFactor, newRecoveryCodes } from "#contract/calls/access/second-factor.ts";
import type { Reply } from "#contract/route.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { reloadUser } from "#web/api/session.ts";
import { OwnPasswordDialog } from "#web/forms/own-password-dialog.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Badge } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { FactorSetup } from "./factor-setup.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Factor = Reply<typeof getSecondFactor>;

/** The own second factor: set up, its recovery codes, switched off. */
export function FactorSection() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(getSecondFactor));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Section title="Zweiter Faktor">
      {codes && <RecoveryCodes codes={codes} onLeave={() => setCodes(null)} />}
      {!codes && data?.state === "on" && <FactorOn factor={data} onCodes={setCodes} />}
      {!codes && data && data.state !== "on" && <FactorOff isRequired={data.state === "required"} onCodes={setCodes} />}
      {!data && !error && <Skeleton className="h-5 w-64" />}
      {!data && error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
    </Section>
  );
}

type WithCodes = { onCodes: (codes: readonly string[]) => void };

function FactorOff({ isRequired, onCodes }: WithCodes & { isRequired: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="mb-4 max-w-prose">
        {isRequired && (
          <strong className="block font-semibold">
            Hier ist ein zweiter Faktor vorgeschrieben. Bitte richten Sie ihn ein, dann geht es weiter.
          </strong>
        )}
        Beim Anmelden kommt zum Passwort ein Code, den eine App auf Ihrem Telefon zeigt. Wer nur Ihr Passwort kennt,
        kommt dann nicht hinein.
      </p>
      {isOpen ? (
        <FactorSetup onCodes={onCodes} onLeave={() => setIsOpen(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button look={isRequired ? "primary" : "plain"} onClick={() => setIsOpen(true)}>
            Zweiten Faktor einrichten
          </Button>
          <Badge tone="grey" icon={ShieldOff}>
            nicht eingerichtet
          </Badge>
        </div>
      )}
    </>
  );
}

function FactorOn({ factor, onCodes }: WithCodes & { factor: Factor }) {
  const [asked, setAsked] = useState<"codes" | "end" | null>(null);
  const codesLeft = factor.recovery_codes_left;
  const close = () => setAsked(null);
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-3">
        <Badge tone="green" icon={ShieldCheck}>
          eingeschaltet
        </Badge>
        <span className={codesLeft < few ? "text-danger" : undefined}>{leftTexts(codesLeft)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsked("codes")}>Neue Wiederherstellungscodes</Button>
        <Button look="danger" onClick={() => setAsked("end")}>
          Zweiten Faktor ausschalten
        </Button>
      </div>
      {asked === "codes" && (
        <OwnPasswordDialog
          title="Neue Wiederherstellungscodes"
          text="Sie bekommen zehn neue Codes. Die bisherigen gelten dann nicht mehr."
          action="Neue Codes zeigen"
          withCode
          route={newRecoveryCodes}
          send={(body, once) => call(newRecoveryCodes, { body, once })}
          onSent={({ recovery_codes }) => onCodes(recovery_codes)}
          onClose={close}
        />
      )}
      {asked === "end" && (
        <OwnPasswordDialog
          title="Zweiten Faktor ausschalten"
          text="Danach genügt zum Anmelden wieder das Passwort. Die Wiederherstellungscodes gelten nicht mehr."
          action="Ausschalten"
          danger
          withCode
          route={endSecondFactor}
          send={(body, once) => call(endSecondFactor, { body, once })}
          done={successTexts.factorOff}
          onSent={reloadUser}
          onClose={close}
        />
      )}
    </>
  );
}

const few = 3; // codes; then it is time for new ones
const leftTexts = (left: number) =>
  left === 0
    ? "Kein Wiederherstellungscode mehr übrig. Bitte lassen Sie sich neue zeigen."
    : `Noch ${left} von 10 Wiederherstellungscodes übrig.`;
