import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getWebhook } from "#contract/calls/exchange/webhooks.ts";
import type { Webhook } from "#contract/schemas/exchange/webhooks.ts";
import { showUserName } from "#rules/access/users.ts";
import { showKinds } from "#rules/exchange/object-kind-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { WebhookHead } from "./webhook-head.tsx";
import { WebhookLog } from "./webhook-log.tsx";

const route = getRouteApi("/webhooks/$id");

/** One webhook: where it leads, whether what is sent arrives, and what was sent last. */
export default function WebhookPage() {
  const { id } = route.useParams();
  const query = useQuery(queryFor(getWebhook, { path: { id } }));
  return (
    <Detail
      query={query}
      title={() => "Webhook"}
      head={(one) =>
        one ? (
          <WebhookHead of={one} />
        ) : (
          <DetailHead above={<TextLink to="/webhooks">Webhooks</TextLink>} title="Webhook" />
        )
      }
      missing={
        <Missing text="Diesen Webhook gibt es nicht.">
          <ButtonLink to="/webhooks">Zu den Webhooks</ButtonLink>
        </Missing>
      }
    >
      {(one) => (
        <>
          <WebhookFacts of={one} />
          <WebhookLog of={one} />
        </>
      )}
    </Detail>
  );
}

function WebhookFacts({
  of: { url, kinds, user, created, failed_since: failing, former_until: former },
}: {
  of: Webhook;
}) {
  return (
    <Facts>
      <Fact label="Adresse" wide>
        {url}
      </Fact>
      <Fact label="Sendet">{showKinds(kinds)}</Fact>
      <Fact label="Angelegt" wide="phone">
        {[showDateTime(created), user && showUserName(user)].filter(Boolean).join(", ")}
      </Fact>
      {failing !== null && <Fact label="Kommt nicht an seit">{showDateTime(failing)}</Fact>}
      {former !== null && <Fact label="Bisheriges Geheimnis gilt bis">{showDateTime(former)}</Fact>}
    </Facts>
  );
}
