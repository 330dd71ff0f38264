import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { openCompanySession } from "#contract/calls/access/company-sign-in.ts";
import { call } from "#web/api/call.ts";
import { signInWith } from "#web/api/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { leaveForCompany, takeAnswer } from "#web/api/company-answer.ts";

/** Signs in by the company: leads there, and goes on with what it has answered. */
export function CompanyLogin({ name, next }: { name: string; next: string | undefined }) {
  const [answer] = useState(() => takeAnswer("session"));
  const leaving = useMutation({ mutationFn: () => leaveForCompany("session", next), meta: { inPlace: true } });
  const coming = useMutation({
    mutationFn: async (body: NonNullable<typeof answer>) => {
      await signInWith(await call(openCompanySession, { body }));
    },
    meta: { inPlace: true },
  });
  const { mutate } = coming;
  useEffect(() => {
    if (answer) mutate(answer);
  }, [answer, mutate]);
  const error = leaving.error ?? coming.error;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Button
        className="w-full"
        pending={leaving.isPending || leaving.isSuccess || coming.isPending}
        onClick={() => leaving.mutate()}
      >
        Über {name} anmelden
      </Button>
      <div role="alert" className="mt-2 min-h-5 text-danger">
        {error?.message}
      </div>
    </div>
  );
}
