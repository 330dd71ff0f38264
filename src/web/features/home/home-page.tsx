import { useQuery } from "@tanstack/react-query";
import { listSessions } from "#contract/calls/access/sessions.ts";
import { listProcedureChanges } from "#contract/calls/destruction/procedures.ts";
import { showUserName } from "#rules/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { ProcedureChanges } from "#web/features/destruction/batches/procedure-changes-section.tsx";
import { NewDevices } from "#web/features/access/account/new-devices-section.tsx";
import { PasswordSection } from "#web/features/access/account/password-section.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { BackupNotice, PlainNotice } from "./backup-notice.tsx";
import { homeQuery } from "./home-loader.ts";
import { Recent } from "./recent.tsx";
import { Shortcuts } from "./shortcuts-section.tsx";
import { Worklist } from "./worklist.tsx";

export default function HomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead title={`Willkommen, ${showUserName(user)}`} actions={<TextLink to="/account">Mein Zugang</TextLink>} />
      {user.init_password ? <PasswordSection user={user} /> : <Desk />}
    </>
  );
}

/** What there is to do today, below what has to be known first. */
function Desk() {
  const { data, error, isFetching, refetch } = useQuery(homeQuery);
  const { backup, new_devices = 0, procedure_news = 0 } = data ?? {};
  const sessions = useQuery({ ...queryFor(listSessions), enabled: new_devices > 0 });
  const changes = useQuery({ ...queryFor(listProcedureChanges), enabled: procedure_news > 0 });
  if (!data && error) return <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  // what comes above would push down what stands there
  if (!data || sessions.isLoading || changes.isLoading) return null;
  return (
    <>
      {new_devices > 0 && <NewDevices />}
      {backup?.stale && <BackupNotice taken={backup.taken} />}
      {backup?.plain && <PlainNotice />}
      {procedure_news > 0 && <ProcedureChanges ofOthers />}
      <Worklist home={data} />
      <div className="grid gap-x-6 lg:grid-cols-2">
        <Recent />
        <Shortcuts />
      </div>
    </>
  );
}
