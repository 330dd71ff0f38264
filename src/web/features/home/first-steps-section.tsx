import type { LinkOptions } from "@tanstack/react-router";
import { Circle, CircleCheck } from "lucide";
import type { FirstSteps } from "#contract/schemas/home/home.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { lines } from "./line.ts";

interface Step {
  readonly name: string;
  readonly text: string;
  readonly link: Pick<LinkOptions, "to">;
  readonly isDone: boolean;
}

const stepsOf = ({ area, row, labels, customer, option }: FirstSteps): readonly Step[] => [
  { name: "Bereich", text: "Eine Halle oder einen Raum hinzufügen", link: { to: "/stock/areas/new" }, isDone: area },
  { name: "Reihen", text: "Regale mit ihren Plätzen hinzufügen", link: paths.newRow(), isDone: row },
  {
    name: "Etiketten",
    text: "Reihenetiketten drucken und ankleben",
    link: { to: "/services/rowlabels" },
    isDone: labels,
  },
  { name: "Kunde", text: "Den ersten Kunden hinzufügen", link: { to: "/customers/new" }, isDone: customer !== null },
  {
    name: "Option",
    text: "Wann und zu welchem Preis geliefert wird, beim Kunden",
    link: customer === null ? paths.customers() : paths.customer(customer),
    isDone: option,
  },
  {
    name: "Boxen",
    text: "Die ersten Boxen hinzufügen oder importieren",
    link: { to: "/stock/boxes/new" },
    isDone: false,
  },
];

/** Lists the steps that build an archive from nothing, with a tick at those that are done; the next step has the button. */
export function FirstStepsSection({ steps }: { steps: FirstSteps }) {
  const all = stepsOf(steps);
  const next = all.find(({ isDone }) => !isDone);
  return (
    <Section title="Erste Schritte">
      <ol className={lines.list}>
        {all.map((step) => (
          <li key={step.name} className={lines.line}>
            <Icon
              of={step.isDone ? CircleCheck : Circle}
              size={18}
              className={step.isDone ? "tone-green shrink-0 text-tone" : "shrink-0 text-muted"}
              {...(step.isDone && { role: "img", "aria-label": "Erledigt" })}
            />
            <div className={lines.text}>
              <TextLink {...step.link}>{step.name}</TextLink>
              <p className="text-muted">{step.text}</p>
            </div>
            {step === next && (
              <ButtonLink look="primary" {...step.link}>
                <span>
                  Weiter<span className="sr-only"> mit {step.name}</span>
                </span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
