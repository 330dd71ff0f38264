import { useQuery } from "@tanstack/react-query";
import { showUserName } from "#rules/access/users.ts";
import { useSession } from "#web/api/session.ts";
import { ProcedureChanges } from "#web/features/destruction/batches/procedure-changes-section.tsx";
import { NewDevices } from "#web/features/access/account/new-devices-section.tsx";
import { PasswordSection } from "#web/features/access/account/password-section.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { Kbd } from "#web/ui/menu/kbd.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { BackupNotice, PlainNotice } from "./backup-notice.tsx";
import { CustomerDesk } from "./customer-desk.tsx";
import { Recent } from "./recent.tsx";
import { StaffDesk } from "./staff-desk.tsx";
import { homeQueries } from "./home-loader.ts";

export default function HomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead title={`Willkommen, ${showUserName(user)}`} />
      {user.init_password ? <PasswordSection user={user} /> : <Desk isStaff={user.is_staff} />}
    </>
  );
}

/** What there is to do today. */
function Desk({ isStaff }: { isStaff: boolean }) {
  const { data: backup, ...backups } = useQuery({ ...homeQueries.backup, enabled: isStaff });
  const changes = useQuery({ ...homeQueries.procedures, enabled: isStaff });
  const plan = useQuery({ ...homeQueries.plan, enabled: !isStaff });
  const imports = useQuery({ ...homeQueries.imports, enabled: !isStaff });
  const sessions = useQuery(homeQueries.sessions);
  // what comes above would push down what stands there
  if ([backups, changes, plan, imports, sessions].some(({ isLoading }) => isLoading)) return null;
  return (
    <>
      <NewDevices />
      {backup?.stale && <BackupNotice taken={backup.taken} />}
      {backup?.plain && <PlainNotice />}
      {isStaff && <ProcedureChanges />}
      {isStaff ? <StaffDesk /> : <CustomerDesk />}
      <div className="grid gap-x-6 lg:grid-cols-2">
        <Recent />
        <Section title="Schneller zum Ziel">
          <p>Scannen Sie {isStaff ? "eine Box oder eine Reihe" : "eine Box"}, auf jeder Seite: Sie wird geöffnet.</p>
          <p className="mt-2 pointer-coarse:hidden">
            <Kbd>Strg</Kbd> <Kbd>K</Kbd> öffnet Suche und Befehle, <Kbd>?</Kbd> zeigt alle Tastenkürzel.
          </p>
          <div className="mt-2">
            <TextLink to="/account">Mein Zugang</TextLink>
            <p className="text-muted">Passwort, zweiter Faktor, angemeldete Geräte</p>
          </div>
        </Section>
      </div>
    </>
  );
}
