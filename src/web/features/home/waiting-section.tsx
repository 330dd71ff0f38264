import type { WaitingLine } from "#contract/schemas/home/home.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { lines as classes } from "./line.ts";
import { waitingLink } from "./waiting-links.ts";
import { deedOf, waitingText } from "./waiting-texts.ts";

/** What waits for the one who looks, the oldest first, each with its one button. */
export function WaitingSection({ lines, user }: { lines: readonly WaitingLine[]; user: User }) {
  return (
    <Section title="Wartet auf Sie" total={lines.length > 0 ? lines.length : undefined}>
      {lines.length > 0 && (
        <ul className={classes.list}>
          {lines.map((line) => (
            <li key={line.kind} className={classes.line}>
              <div className={classes.text}>
                <p>{waitingText(line)}</p>
                <p className="text-muted tabular-nums">
                  {(line.count === 1 || line.kind === "batch_nobody") && `${line.first.name}, `}
                  {sinceText(line.since)}
                </p>
              </div>
              <ButtonLink {...waitingLink(line, user)}>
                <span>
                  {deedOf(line)}
                  <span className="sr-only"> ({waitingText(line)})</span>
                </span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-muted">{lines.length > 0 ? "Sonst nichts offen" : "Zurzeit wartet nichts auf Sie."}</p>
    </Section>
  );
}

function sinceText(since: string): string {
  const day = berlinDay(new Date(since));
  return day === berlinDay(new Date()) ? "seit heute" : `seit ${showDate(day)}`;
}
