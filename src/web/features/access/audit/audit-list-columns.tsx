import type { LinkProps } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Fragment } from "react";
import type { auditList } from "#contract/lists/audit.ts";
import { auditAuthor, type AuditEntry } from "#rules/access/audit/audit-entry.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showUserName } from "#rules/access/users.ts";
import type { ListColumn } from "#web/lists/list-table.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";

export const auditListColumns: readonly ListColumn<AuditEntry, typeof auditList>[] = [
  { key: "at", phone: "beside", cell: ({ at }) => <span className="tabular-nums">{showDateTime(at)}</span> },
  { key: "person", label: "Person", cell: (entry) => <Author entry={entry} /> },
  { key: "text", label: "Vorgang", main: true, grow: true, cell: ({ text }) => <Cut text={text} /> },
  { key: "about", label: "Betrifft", cell: (entry) => <About entry={entry} /> },
  {
    key: "address",
    label: "Adresse",
    cell: ({ address }) => address && <Cut text={address} className="sm:max-w-32" />,
  },
];

/** Shortens a long text, such as somebody's typing or an address of IPv6; the pointer shows it whole. */
function Cut({ text, className }: { text: string; className?: string }) {
  return (
    <span title={text} className={clsx("block truncate", className)}>
      {text}
    </span>
  );
}

function Author({ entry }: { entry: AuditEntry }) {
  const { user } = entry;
  const name = <Cut text={auditAuthor(entry)} className="sm:max-w-48" />;
  return user ? <TextLink {...paths.user(user.id)}>{name}</TextLink> : name;
}

/** Returns the subjects of an entry, with the links to them; a subject that is gone has no link. */
function aboutOf({ customer, box, delivery, subject }: AuditEntry): readonly { text: string; link?: LinkProps }[] {
  return [
    ...(subject ? [{ text: showUserName(subject), link: paths.user(subject.id) }] : []),
    ...(delivery ? [{ text: `Lieferung ${showDeliveryCode(delivery.code)}`, link: paths.delivery(delivery.id) }] : []),
    ...(box ? [{ text: `Box ${showBoxCode(box.code)}`, ...(box.id !== null && { link: paths.box(box.id) }) }] : []),
    // a box begins with its customer's code
    ...(customer && !box
      ? [
          {
            text: `Kunde ${showCustomerCode(customer.code)}`,
            ...(customer.id !== null && { link: paths.customer(customer.id) }),
          },
        ]
      : []),
  ];
}

function About({ entry }: { entry: AuditEntry }) {
  return aboutOf(entry).map(({ text, link }, index) => (
    <Fragment key={text}>
      {index > 0 && ", "}
      {link ? <TextLink {...link}>{text}</TextLink> : text}
    </Fragment>
  ));
}
