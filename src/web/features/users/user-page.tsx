import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { getUser } from "#contract/calls/users.ts";
import type { NewUser, User } from "#contract/schemas/users.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { refused } from "#rules/refusal-texts.ts";
import { errors } from "#rules/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { queryFor } from "#web/api/queries.ts";
import { usePageTitle } from "#web/api/settings.ts";
import { paths } from "#web/paths.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { showDateTime } from "#web/ui/local-time.ts";
import { InitialPassword } from "./initial-password.tsx";
import { UserAccount } from "./user-account.tsx";
import { AdminBadge, DeactivatedBadge } from "./user-columns.tsx";
import { UserData } from "./user-data.tsx";
import { showUserName } from "./user-name.ts";

const route = getRouteApi("/users/$id");

export default function UserPage() {
  const { id } = route.useParams();
  const { data: user, error, isFetching, refetch } = useQuery(queryFor(getUser, { path: { id } }));
  usePageTitle(user && showUserName(user));
  const above = (
    <Link {...paths.users()} className="text-link">
      Users
    </Link>
  );
  const isMissing = error instanceof CallError && error.status === 404;
  if (isMissing || (!user && error))
    return (
      <>
        <PageHead above={above} title={isMissing ? errors.notFound : "User"} />
        {isMissing ? (
          <p>{refused.unknownUser.message}</p>
        ) : (
          <ErrorState error={error} onRetry={refetch} pending={isFetching} />
        )}
      </>
    );
  if (!user) return <Loading />;
  const badges = (
    <>
      {user.is_staff && <AdminBadge />}
      {!user.active && <DeactivatedBadge />}
    </>
  );
  return (
    <>
      <PageHead above={above} title={showUserName(user)} badge={badges} />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      <UserParts key={user.id} user={user} />
    </>
  );
}

function UserParts({ user }: { user: User }) {
  const [reset, setReset] = useState<NewUser | null>(null);
  return (
    <>
      <Facts>
        <Fact label="Letzter Login">{user.last_login && showDateTime(user.last_login)}</Fact>
        <Fact label="Passwort">{user.init_password ? "Initialpasswort, noch nicht geändert" : "eigenes Passwort"}</Fact>
        <Fact label="Kundenzugriff" wide>
          <Access user={user} />
        </Fact>
      </Facts>
      {reset && (
        <div className="mt-6">
          <InitialPassword user={reset} action="Passwort notiert" onLeave={() => setReset(null)} />
        </div>
      )}
      <UserData user={user} />
      <UserAccount user={user} onReset={setReset} />
    </>
  );
}

function Access({ user }: { user: User }) {
  if (user.is_staff) return "alle Kunden";
  if (user.customers.length === 0) return "keiner; freigegeben wird beim Kunden unter Meta-Daten";
  return (
    <ul className="flex flex-wrap gap-x-4">
      {user.customers.map((customer) => (
        <li key={customer.id}>
          <Link {...paths.customer(customer.id)} className="text-link">
            {showCustomerCode(customer.code)} {customer.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
