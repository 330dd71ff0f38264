import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { NewUser, User } from "#contract/schemas/access/users.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { showUserName } from "#rules/access/users.ts";
import { useSession } from "#web/api/session.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { RecordSection } from "#web/features/access/account/record-section.tsx";
import { SessionsSection, UserSessionsSection } from "#web/features/access/account/sessions-section.tsx";
import { TokensSection } from "#web/features/access/tokens/tokens-section.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { InitialPassword } from "./initial-password.tsx";
import { AboveUser, UserHead } from "./user-head.tsx";
import { UserRights } from "./user-rights.tsx";
import { UserData } from "./user-data.tsx";
import { userQuery } from "./user-loader.ts";

const route = getRouteApi("/users/$id");

export default function UserPage() {
  const { id } = route.useParams();
  const query = useQuery(userQuery(id));
  return (
    <Detail
      query={query}
      title={showUserName}
      head={(user) => !user && <DetailHead above={<AboveUser />} title="User" />}
      missing={<Missing above={<AboveUser />} text={refused.unknownUser.message} />}
    >
      {(user) => <UserParts key={user.id} user={user} />}
    </Detail>
  );
}

function UserParts({ user }: { user: User }) {
  const [reset, setReset] = useState<NewUser | null>(null);
  const me = useSession().user;
  const isOwn = me?.id === user.id;
  return (
    <>
      <UserHead user={user} onReset={setReset} />
      <Facts>
        {user.service ? <Fact label="Art">Dienstkonto: Niemand meldet sich damit an</Fact> : <SignIn user={user} />}
        {user.invited_by && (
          <Fact label="Eingeladen von">
            <TextLink {...paths.user(user.invited_by.id)}>{showUserName(user.invited_by)}</TextLink>
          </Fact>
        )}
        {user.mail_refused && (
          <Fact label="E-Mails" wide>
            Die Adresse nimmt keine E-Mails an: „{user.mail_refused}“. Mit einer anderen Adresse geht es weiter.
          </Fact>
        )}
        <Fact label="Kundenzugriff" wide>
          <Access user={user} />
        </Fact>
      </Facts>
      {reset && (
        <div className="mt-6">
          <InitialPassword user={reset} onLeave={() => setReset(null)} />
        </div>
      )}
      <UserData user={user} />
      <UserRights user={user} />
      <div className="max-w-4xl">
        {!user.service && (isOwn ? <SessionsSection /> : <UserSessionsSection user={user} />)}
        <TokensSection user={user} />
      </div>
      {me?.manages_users && !isOwn && !user.service && <RecordSection user={user} />}
    </>
  );
}

function SignIn({ user }: { user: User }) {
  return (
    <>
      <Fact label="Letzter Login">{user.last_login && showDateTime(user.last_login)}</Fact>
      <Fact label="Passwort">{user.init_password ? "Initialpasswort, noch nicht geändert" : "eigenes Passwort"}</Fact>
      <Fact label="Zweiter Faktor">{user.second_factor === "on" ? "eingeschaltet" : "nicht eingerichtet"}</Fact>
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
          <TextLink {...paths.customer(customer.id)}>
            {showCustomerCode(customer.code)} {customer.name}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
