import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { TriangleAlert } from "lucide";
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
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Kbd } from "#web/ui/menu/kbd.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { recent } from "#web/detail-page/recent.ts";
import { paths } from "#web/paths.ts";
import { showBackupAge } from "#rules/backups.ts";
import { Icon } from "#web/ui/icon.tsx";
import { daySentence } from "./day-sentence.ts";
import { homeQuery } from "./home-loader.ts";
import { Worklist } from "./worklist.tsx";

/** Says staff where there is no recent backup, and what to do on the server. */
function BackupNotice({ taken }: { taken: string | null }) {
  const [now] = useState(() => new Date());
  return (
    <Notice
      title={
        taken === null
          ? "Es gibt noch keine Sicherung."
          : `Die letzte Sicherung ist ${showBackupAge(new Date(taken), now)} alt.`
      }
    >
      {taken === null
        ? "Wer den Server betreut, nennt ihm einen Ordner: Danach entsteht darin jede Nacht eine."
        : "Warum, steht im Protokoll des Servers. Bitte fragen Sie, wer ihn betreut."}
    </Notice>
  );
}

/** Says where whoever reads a backup has the keys of the archive with it. */
function PlainNotice() {
  return (
    <Notice title="Die Sicherungen sind nicht verschlüsselt.">
      Wer sie liest, hat auch die Schlüssel des Archivs und alle zweiten Faktoren. Wer den Server betreut, gibt ihm eine
      Schlüsseldatei: Danach sind sie es.
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="note" className="mb-4 flex max-w-prose gap-2 rounded-md bg-tone-soft px-3 py-2 text-tone tone-amber">
      <Icon of={TriangleAlert} size={16} className="mt-0.5 shrink-0" />
      <p className="min-w-0">
        <strong className="font-semibold">{title}</strong> {children}
      </p>
    </div>
  );
}

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

/** Shows the work of today, below the facts that have to be known first. */
function Desk() {
  const { data, error, isFetching, refetch } = useQuery(homeQuery);
  const isStaff = useSession().user?.is_staff ?? false;
  const [now] = useState(() => new Date());
  const { backup, new_devices = 0, procedure_news = 0 } = data ?? {};
  const sessions = useQuery({ ...queryFor(listSessions), enabled: new_devices > 0 });
  const changes = useQuery({ ...queryFor(listProcedureChanges), enabled: procedure_news > 0 });
  if (!data && error) return <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  // what comes above would push down what stands there
  if (!data || sessions.isLoading || changes.isLoading)
    return (
      <>
        {isStaff && <Skeleton className="mb-4 h-5 w-full max-w-prose" />}
        <div className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
      </>
    );
  return (
    <>
      {isStaff && !data.first_steps && <p className="mb-4 max-w-prose text-section">{daySentence(data, now)}</p>}
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

/** Offers the actions that are quicker by a scan or a key. */
function Shortcuts() {
  const isStaff = useSession().user?.is_staff;
  return (
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
  );
}

/** The boxes and deliveries that the user opened last. */
function Recent() {
  const [opened] = useState(() => recent.get() ?? []);
  return (
    <Section title="Zuletzt geöffnet">
      {opened.length === 0 && <p className="text-muted">Was Sie öffnen, finden Sie hier wieder.</p>}
      <ul className="columns-2 tabular-nums">
        {opened.map(({ kind, id, name }) => (
          <li key={`${kind}${id}`}>
            <TextLink
              {...(kind === "box" ? paths.box(id) : paths.delivery(id))}
              className="inline-flex min-h-7 items-center pointer-coarse:min-h-12"
            >
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
