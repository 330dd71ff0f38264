import { Link, type LinkOptions } from "@tanstack/react-router";
import { FileScan, type IconNode, Package, Truck } from "lucide";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Section } from "#web/ui/page/section.tsx";

interface Door {
  readonly name: string;
  readonly action: string;
  readonly icon: IconNode;
  readonly link: Pick<LinkOptions, "to">;
}

const order = (scan: boolean) => ({ to: "/deliveries/create", search: { scan } }) as Pick<LinkOptions, "to">;

const doors: readonly Door[] = [
  { name: "Box", action: "anfordern", icon: Package, link: order(false) },
  { name: "Scan", action: "bestellen", icon: FileScan, link: order(true) },
  { name: "Abholung", action: "bestellen", icon: Truck, link: { to: "/deliveries/pickup" } },
];

/** Offers the three errands for which a customer's user comes, and the way to their boxes. */
export const Doors = ({ mayImport }: { mayImport: boolean }) => (
  <Section title="Was möchten Sie tun?">
    <ul className="flex gap-2">
      {doors.map(({ name, action, icon, link }) => (
        <li key={name} className="min-w-0 flex-1">
          <Link
            {...link}
            className="grid place-items-center gap-1 rounded-md border border-line bg-surface p-3 hover:bg-hover"
          >
            <Icon of={icon} size={18} className="text-accent" />
            <span className="text-center">
              <strong className="font-semibold">{name}</strong> <span className="text-muted">{action}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
    <p className="mt-2 flex flex-wrap gap-x-4">
      <TextLink {...paths.boxes()}>Meine Boxen</TextLink>
      {mayImport && <TextLink to="/imports">Boxen importieren</TextLink>}
    </p>
  </Section>
);
