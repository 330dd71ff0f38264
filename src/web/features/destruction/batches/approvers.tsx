import { useQuery } from "@tanstack/react-query";
import { listRights } from "#contract/calls/access/rights.ts";
import type { CustomerRights } from "#contract/schemas/access/rights.ts";
import { showUserName } from "#rules/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";

/** Who of a customer can approve destructions, and where nobody can any more, who might be given the right: each leads to where it is ticked. */
export function Approvers({ customerId }: { customerId: number }) {
  const { data, error, refetch, isFetching } = useQuery(queryFor(listRights, { path: { id: customerId } }));
  if (error) return <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  if (!data) return null;
  const present = data.results.filter(({ user }) => user.may_sign_in);
  const approvers = present.filter((rights) => rights.may_approve_destruction);
  if (approvers.length > 0)
    return (
      <p className="mt-3">
        Freigeben kann: <Names of={approvers} />
      </p>
    );
  return (
    <p className="mt-3 max-w-prose font-semibold">
      Vom Kunden kann niemand freigeben.{" "}
      {present.length > 0 ? (
        <>
          Das Recht bekommt ein User auf seiner Seite: <Names of={present} />
        </>
      ) : (
        <>
          Er hat keinen User, der sich anmelden kann:{" "}
          <TextLink to="/users/new" className="underline">
            User hinzufügen
          </TextLink>
        </>
      )}
    </p>
  );
}

function Names({ of }: { of: readonly CustomerRights[] }) {
  return of.map(({ user }, at) => (
    <span key={user.id}>
      {at > 0 && ", "}
      <TextLink {...paths.user(user.id)} className="underline">
        {showUserName(user)}
      </TextLink>
    </span>
  ));
}
