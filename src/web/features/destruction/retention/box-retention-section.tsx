import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide";
import { useState } from "react";
import { boxRetention } from "#contract/calls/destruction/retention.ts";
import type { BoxRetention } from "#contract/schemas/destruction/retention.ts";
import { showDate } from "#rules/dates.ts";
import { differsFromProposal } from "#rules/destruction/retention/retention.ts";
import { queryFor } from "#web/api/queries.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Fact, Facts, FactsLoading } from "#web/ui/page/facts.tsx";
import { Section } from "#web/ui/page/section.tsx";

const BoxRetentionDialog = onDemand(async () => (await import("./box-retention-dialog.tsx")).BoxRetentionDialog);

type KeptProps = {
  box: { readonly id: number; readonly name: string };
  /** True where class and day can be changed. */
  isEditable: boolean;
};

/** Until when a box is kept, and why. */
export function BoxKept({ box, isEditable }: KeptProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch, isFetching } = useQuery(queryFor(boxRetention, { path: { id: box.id } }));
  return (
    <Section
      title="Aufbewahrung"
      actions={
        isEditable &&
        data && (
          <Button icon={Pencil} onClick={() => setOpen(true)}>
            Aufbewahrung bearbeiten
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {data ? (
        <KeptFacts kept={data} />
      ) : (
        !error && <FactsLoading labels={["Klasse", "Beginn", "Frist bis", "Grund"]} />
      )}
      {isOpen && data && <BoxRetentionDialog box={box} kept={data} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function KeptFacts({ kept }: { kept: BoxRetention }) {
  const { meta_destroy_year: year, proposed_destroy_year: proposed, contents } = kept;
  return (
    <Facts>
      <Fact label="Klasse" wide>
        {kept.retention_class?.name}
      </Fact>
      <Fact label="Beginn">{kept.begins && showDate(kept.begins)}</Fact>
      <Fact label="Frist bis">{kept.ends && showDate(kept.ends)}</Fact>
      <Fact label="Grund der Frist" wide>
        {kept.reason}
      </Fact>
      {differsFromProposal({ year, proposed }) && (
        <Fact label="Vernichtungsjahr" wide>
          {year}, abweichend vom Vorschlag {proposed}
        </Fact>
      )}
      {contents.length > 0 && (
        <Fact label="Abweichende Inhalte" wide>
          {contents.length}
        </Fact>
      )}
    </Facts>
  );
}
