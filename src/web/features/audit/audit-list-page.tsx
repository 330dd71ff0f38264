import { FileSpreadsheet } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auditCsv, listAudit } from "#contract/calls/audit.ts";
import { listUsers } from "#contract/calls/users.ts";
import { auditList } from "#contract/lists/audit.ts";
import type { Input } from "#contract/route.ts";
import { AuditKind, auditDays, auditKindText, auditPeriod, maxCounted } from "#rules/audit/audit.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { listUserName } from "#rules/users.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListFilter } from "#web/lists/list-filter.tsx";
import { ListTable } from "#web/lists/list-table.tsx";
import { narrowing } from "#web/lists/narrowing.ts";
import { useList } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import type { Choice } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { auditColumns } from "./audit-list-columns.tsx";

const kinds = Object.values(AuditKind).map((kind) => ({ value: kind, label: auditKindText[kind] }));

export default function AuditListPage() {
  const entries = useList({ list: auditList, call: listAudit, to: paths.audit });
  const file = useDownload(auditCsv);
  const people = usePeople();
  const { order_by: _order, ...query } = narrowing(auditList, entries.search, true);
  return (
    <>
      <PageHead
        above={<TextLink to="/services">Services</TextLink>}
        title="Protokoll"
        total={entries.data?.count}
        actions={
          <Button
            icon={FileSpreadsheet}
            pending={file.running}
            onClick={() => void file.start({ query } as Input<typeof auditCsv>)}
          >
            CSV
          </Button>
        }
      />
      <Extent search={entries.search} count={entries.data?.count} />
      <DownloadStatus of={file} label="CSV wird erstellt ..." />
      <ListFilter of={entries} choices={{ person: people, kind: kinds }} />
      <ListTable
        of={entries}
        caption="Protokoll"
        columns={auditColumns}
        empty={
          <ListEmpty {...paths.audit()} reason="In diesem Zeitraum passt kein Eintrag zu den Filtern.">
            Filter zurücksetzen
          </ListEmpty>
        }
      />
    </>
  );
}

type ExtentProps = { search: Parameters<typeof auditPeriod>[0]; count: number | undefined };

/** Which days are looked through, and that more are not counted than can be read. */
function Extent({ search, count }: ExtentProps) {
  const [now] = useState(() => new Date());
  const { from, to } = auditPeriod(search, berlinDay(now));
  return (
    <p className="mb-3 text-muted">
      Vom {showDate(from)} bis {showDate(to)}. Einträge werden {auditDays} Tage aufbewahrt.
      {count === maxCounted && ` Gezeigt werden höchstens ${maxCounted.toLocaleString("de-DE")}: bitte eingrenzen.`}
    </p>
  );
}

/** Everybody who has ever had an account, by name. */
function usePeople(): Choice[] {
  const selection = { query: "{id,first_name,last_name,email}" };
  const staff = useQuery(queryFor(listUsers, { query: { ...selection, is_staff: true } }));
  const others = useQuery(queryFor(listUsers, { query: { ...selection, is_staff: false } }));
  const people = [...(staff.data?.results ?? []), ...(others.data?.results ?? [])];
  return people.map((person) => ({ value: person.id, label: `${listUserName(person)} (${person.email})` }));
}
