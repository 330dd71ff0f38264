import { useState } from "react";
import { recent } from "#web/detail-page/recent.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** The boxes and deliveries that the user opened last. */
export function Recent() {
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
