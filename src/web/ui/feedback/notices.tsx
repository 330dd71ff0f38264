import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { Tone } from "#web/ui/page/badge.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import {
  dismissNotice,
  holdNotice,
  type Notice,
  type NoticeType,
  noticeFade,
  notices,
  releaseNotice,
} from "./notify.ts";
import { openDialogs } from "#web/ui/dialog/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";

const looks: Record<NoticeType, { tone: Tone; icon: typeof Info; word: string }> = {
  success: { tone: "green", icon: CircleCheck, word: "Erledigt" },
  info: { tone: "blue", icon: Info, word: "Hinweis" },
  warning: { tone: "amber", icon: TriangleAlert, word: "Achtung" },
  error: { tone: "red", icon: CircleAlert, word: "Fehler" },
};

/** Where notices appear. What stands outside an open dialog is inert, so they stand in the last one opened. */
export function Notices() {
  const dialog = openDialogs.use().at(-1);
  return dialog ? createPortal(<NoticeList />, dialog) : <NoticeList />;
}

function NoticeList() {
  const popover = useRef<HTMLDivElement>(null);
  const list = notices.use();
  useEffect(() => {
    if (popover.current?.isConnected) popover.current.showPopover(); // a dialog may be gone by now, and the list with it
  }, []);
  return (
    <div
      ref={popover}
      popover="manual"
      className="pointer-events-none inset-auto right-4 bottom-4 m-0 max-sm:top-16 max-sm:bottom-auto w-80 max-w-[calc(100vw-2rem)] bg-transparent"
    >
      <div role="status" className="grid gap-2">
        {list.filter((notice) => !isUrgent(notice)).map(show)}
      </div>
      <div role="alert" className="mt-2 grid gap-2">
        {list.filter(isUrgent).map(show)}
      </div>
    </div>
  );
}

const isUrgent = (notice: Notice) => notice.type === "error" || notice.type === "warning";
const show = (notice: Notice) => <NoticeLine key={notice.id} notice={notice} />;

function NoticeLine({ notice }: { notice: Notice }) {
  const { tone, icon, word } = looks[notice.type];
  const hold = () => holdNotice(notice.id);
  const release = () => releaseNotice(notice.id);
  return (
    <div
      className={clsx(
        "pointer-events-auto flex items-start gap-2 rounded-md border border-line border-l-4 border-l-tone bg-raised",
        "py-1 pr-1 pl-3 text-text shadow-pop transition-opacity starting:opacity-0",
        `tone-${tone}`,
        notice.leaving && "opacity-0",
      )}
      style={{ transitionDuration: `${noticeFade}ms` }}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon of={icon} role="img" aria-label={word} size={16} className="mt-2 shrink-0 text-tone" />
      <p className="min-w-0 flex-1 py-1.5 break-words">
        {notice.message}
        {notice.link && (
          <>
            {" "}
            <Link {...notice.link.to} className="text-link tabular-nums" onClick={() => dismissNotice(notice.id)}>
              {notice.link.label}
            </Link>
          </>
        )}
      </p>
      <IconButton label="Schließen" icon={X} onClick={() => dismissNotice(notice.id)} />
    </div>
  );
}
