import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getCase } from "#contract/calls/stocktake/cases.ts";
import type { CaseDetail } from "#contract/schemas/stocktake/cases.ts";
import { showCustomer, showRead } from "#rules/stock/box-code.ts";
import { showUserName } from "#rules/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { kindOf, StageBadge } from "./case-badges.tsx";
import { CaseHead } from "./case-head.tsx";
import { CaseLog } from "./case-log.tsx";
import { CasePlaces } from "./case-places.tsx";

const route = getRouteApi("/cases/$id");

/** One case: what is wrong, where to look, what was done about it. */
export default function CasePage() {
  const { id } = route.useParams();
  const query = useQuery(queryFor(getCase, { path: { id } }));
  return (
    <Detail
      query={query}
      title={({ number }) => number}
      head={(one) =>
        one ? (
          <CaseHead of={one} />
        ) : (
          <DetailHead above={<TextLink {...paths.cases()}>Klärfälle</TextLink>} title="Klärfall" />
        )
      }
      missing={
        <Missing text="Diesen Klärfall gibt es nicht.">
          <ButtonLink {...paths.cases()}>Zu den Klärfällen</ButtonLink>
        </Missing>
      }
    >
      {(one) => (
        <>
          <CaseFacts of={one} />
          <div className="grid gap-x-8 lg:grid-cols-2">
            <div className="min-w-0">
              <CasePlaces of={one} />
              {one.contents.length > 0 && (
                <Section title="Inhalte der Box" total={one.contents.length}>
                  <ul className="rounded-md border border-line bg-surface px-3 py-2">
                    {one.contents.map((text, index) => (
                      <li key={index} className="break-words">
                        {text}
                      </li>
                    ))}
                  </ul>
                </Section>
              )}
            </div>
            <CaseLog of={one} />
          </div>
        </>
      )}
    </Detail>
  );
}

function CaseFacts({ of }: { of: CaseDetail }) {
  const { box, code, assignee, stocktake, closed } = of;
  return (
    <Facts>
      <Fact label="Box" wide="phone">
        <span className="flex flex-wrap items-center gap-2">
          {box ? <TextLink {...paths.box(box.id)}>{showRead(code)}</TextLink> : showRead(code)}
          {box && <BoxStateBadge state={box.state} />}
        </span>
      </Fact>
      <Fact label="Art">{kindOf(of)}</Fact>
      <Fact label="Kunde" wide="phone">
        {box && <TextLink {...paths.customer(box.owner.id)}>{showCustomer(box.owner)}</TextLink>}
      </Fact>
      <Fact label="Zuständig">{assignee && showUserName(assignee)}</Fact>
      <Fact label="Stufe">{closed === null && <StageBadge of={of} className="flex-wrap" />}</Fact>
      <Fact label="Inventur">
        {stocktake && <TextLink {...paths.stocktake(stocktake.id)}>{stocktake.number}</TextLink>}
      </Fact>
      <Fact label="Angelegt" wide="phone">{`${showDateTime(of.opened)}, ${showUserName(of.opened_by)}`}</Fact>
      {closed && <Fact label="Geschlossen">{showDateTime(closed)}</Fact>}
      <Fact label="Was ist aufgefallen" wide>
        {of.text}
      </Fact>
    </Facts>
  );
}
