import { useMutation } from "@tanstack/react-query";
import { changeNotifications } from "#contract/calls/access/notifications.ts";
import type { Notifications } from "#contract/schemas/access/notifications.ts";
import { mailTopics } from "#rules/access/mail-topics.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";

type Topic = Notifications["topics"][number];

/** About what a user of a customer gets mails; saved as it is ticked. Staff cannot untick what belongs to the contract. */
export function TopicTicks({ customerId, of: { user, topics } }: { customerId: number; of: Notifications }) {
  const isStaff = useSession().user?.is_staff ?? false;
  const change = useMutation({
    mutationFn: (choice: Topic) =>
      call(changeNotifications, { path: { id: customerId }, body: { user: user.id, ...choice } }),
    onSuccess: () => notify("E-Mails aktualisiert"),
    onSettled: () => invalidate(changeNotifications),
  });
  return topics.map(({ topic, wanted }) => {
    const { text, contractual } = mailTopics[topic];
    const isFixed = isStaff && contractual && wanted;
    const isChanging = change.isPending && change.variables.topic === topic;
    return (
      <Checkbox
        key={topic}
        label={
          <>
            {text}
            {isStaff && contractual && <span className="text-muted"> (gehört zum Vertrag)</span>}
          </>
        }
        checked={isChanging ? change.variables.wanted : wanted}
        disabled={change.isPending || isFixed}
        onChange={({ target }) => change.mutate({ topic, wanted: target.checked })}
      />
    );
  });
}
