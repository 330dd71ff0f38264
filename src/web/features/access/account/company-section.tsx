import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { addIdentity, listIdentities, removeIdentity } from "#contract/calls/access/company-sign-in.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { leaveForCompany, takeAnswer } from "#web/api/company-answer.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** Shows the person as whom the company's sign-in knows one's own account. The two are joined and separated here. */
export function CompanySection({ name }: { name: string }) {
  const { data, error, refetch, isFetching } = useQuery(queryFor(listIdentities));
  const [answer] = useState(() => takeAnswer("identity"));
  const leaving = useMutation({ mutationFn: () => leaveForCompany("identity"), meta: { inPlace: true } });
  const {
    start,
    ask,
    isPending,
    error: failure,
  } = useActions<string>([addIdentity, removeIdentity], { inPlace: true });
  useEffect(() => {
    if (!answer) return;
    start("add", async () => {
      await call(addIdentity, { body: answer });
      return successTexts.companyJoined;
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the one answer, once
  }, [answer]);
  const part = (id: number) => {
    const text = `Danach melden Sie sich wieder mit Ihrem Passwort an. Wo Sie über ${name} angemeldet sind, werden Sie abgemeldet.`;
    const question = { title: "Verbindung trennen", text, action: "Trennen", danger: true };
    return ask(`part ${id}`, question, async () => {
      await call(removeIdentity, { path: { id } });
      return successTexts.companyUnlinked;
    });
  };
  const [identity] = data?.results ?? [];
  return (
    <Section title={name}>
      {!data && !error && <Skeleton className="h-5 w-64" />}
      {!data && error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {data && !identity && (
        <>
          <p className="mb-4 max-w-prose">
            Sie können sich hier auch über {name} anmelden. Dazu melden Sie sich dort einmal an, und Ihr Zugang ist
            verbunden.
          </p>
          <Button pending={leaving.isPending || leaving.isSuccess || isPending("add")} onClick={() => leaving.mutate()}>
            Mit {name} verbinden
          </Button>
        </>
      )}
      {identity && (
        <div className="flex flex-wrap items-center gap-3">
          <span>
            Verbunden seit {showDateTime(identity.created)}
            {identity.last_used !== null && `, zuletzt benutzt ${showDateTime(identity.last_used)}`}
          </span>
          <Button look="danger" pending={isPending(`part ${identity.id}`)} onClick={() => void part(identity.id)}>
            Verbindung trennen
          </Button>
        </div>
      )}
      <div role="alert" className="mt-2 text-danger">
        {(failure ?? leaving.error)?.message}
      </div>
    </Section>
  );
}
