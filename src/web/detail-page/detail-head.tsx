import type { IconNode } from "lucide";
import { ChevronDown } from "lucide";
import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import type { LinkOptions } from "@tanstack/react-router";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem, MenuLine } from "#web/ui/menu/menu.tsx";

/** Something that can be done with the thing of a page. */
export interface PageAction {
  readonly text: string;
  readonly act?: () => void;
  /** Where it leads, instead of what it does; such a one is a link and never in the menu. */
  readonly link?: Pick<LinkOptions, "to"> | undefined;
  readonly icon?: IconNode | undefined;
  /** A button beside the menu: specification 4 names it. */
  readonly isButton?: boolean;
  readonly pending?: boolean | undefined;
  /** Why it cannot be done now. */
  readonly blocked?: string | false | null | undefined;
}

/** Actions that are possible. A place may be empty, so that a page says each action with its condition. */
export interface PageActions {
  /** Next action for the current user; on a phone it stands at the foot, where the thumb is. */
  readonly primary?: PageAction | false | null | undefined;
  readonly more?: readonly (PageAction | false | null | undefined)[];
  /** Actions that destroy or cannot be taken back: last, apart and red. */
  readonly dangers?: readonly (PageAction | false | null | undefined)[];
}

type DetailHeadProps = PageActions & {
  /** The way back. */
  above: ReactNode;
  title: ReactNode;
  /** The state, as a badge beside the title. */
  badge?: ReactNode;
  /** Next step in one sentence; its line is kept while the thing loads. */
  next?: ReactNode;
  /** Stands beside the actions without being one: the way to the neighbours. */
  beside?: ReactNode;
  /** Keeps title and actions in sight on a long page, where there is room for it. */
  stays?: boolean;
};

/** The head of one thing: what it is, its state, what comes next, and what can be done. */
export function DetailHead({ above, title, badge, next, beside, stays = false, ...actions }: DetailHeadProps) {
  return (
    <header className={stays ? "contents" : "mb-3"}>
      <div className="text-muted">{above}</div>
      <div
        className={clsx(
          "flex min-h-8 flex-wrap items-center justify-end gap-x-4 gap-y-2",
          stays && "sticky top-(--sticky-top) z-4 bg-page py-1 max-lg:static",
        )}
      >
        <div className="flex min-w-40 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words tabular-nums">{title}</h1>
          {badge}
        </div>
        <div data-screen-only className="flex flex-wrap gap-2 sm:justify-end">
          <ActionButtons {...actions} />
          {beside}
        </div>
      </div>
      <p className={clsx("mt-1 min-h-[1lh] max-w-prose break-words", stays && "mb-3")}>{next}</p>
    </header>
  );
}

const present = (list: PageActions["more"] = []) => list.filter((action) => Boolean(action)) as PageAction[];

/** One primary action and the buttons that are named; the rest is one menu, or a button where it would be a menu of one entry. */
function ActionButtons({ primary, more, dangers }: PageActions) {
  const [plain, red] = [present(more), present(dangers)];
  if (!primary && plain.length + red.length === 0) return null;
  const hasMenu = [...plain, ...red].filter(({ isButton }) => !isButton).length > 1;
  const isEntry = ({ isButton }: PageAction) => hasMenu && !isButton;
  const [entries, redEntries] = [plain.filter(isEntry), red.filter(isEntry)];
  const isShown = (action: PageAction) => !isEntry(action);
  const [buttons, redButtons] = [plain.filter(isShown), red.filter(isShown)];
  return (
    <div role="group" aria-label="Aktionen" className="flex flex-wrap gap-2 sm:justify-end">
      {primary && (
        <div className="page-foot">
          <ActionButton action={primary} look="primary" />
        </div>
      )}
      {buttons.map((action) => (
        <ActionButton key={action.text} action={action} />
      ))}
      {hasMenu && (
        <Menu
          trigger={
            <>
              Aktionen
              <Icon of={ChevronDown} size={14} />
            </>
          }
        >
          {entries.map((action) => (
            <ActionItem key={action.text} action={action} />
          ))}
          {entries.length > 0 && redEntries.length > 0 && <MenuLine />}
          {redEntries.map((action) => (
            <ActionItem key={action.text} action={action} isDanger />
          ))}
        </Menu>
      )}
      {redButtons.map((action, at) => (
        <div key={action.text} className={clsx(at === 0 && (primary || plain.length > 0) && "sm:ml-6")}>
          <ActionButton action={action} look="danger" />
        </div>
      ))}
    </div>
  );
}

type ActionButtonProps = { action: PageAction; look?: "primary" | "danger" };

function ActionButton({ action: { icon, text, act, link, pending, blocked }, look }: ActionButtonProps) {
  if (link)
    return (
      <ButtonLink {...link} {...(look && { look })} {...(icon && { icon })}>
        {text}
      </ButtonLink>
    );
  return (
    <Button look={look} icon={icon} pending={pending} disabledReason={blocked || false} onClick={act}>
      {text}
    </Button>
  );
}

/** An entry; what cannot be done now says why below its name. */
function ActionItem({ action, isDanger }: { action: PageAction; isDanger?: boolean }) {
  const { icon, text, act, pending, blocked } = action;
  const id = useId();
  const disabled = Boolean(pending || blocked);
  return (
    <MenuItem
      icon={icon}
      disabled={disabled}
      className={clsx("pop-item", isDanger && !disabled && "text-danger")}
      aria-describedby={blocked ? id : undefined}
      onClick={act}
    >
      <span className="min-w-0 text-left whitespace-normal">
        {text}
        {blocked && (
          <span aria-hidden id={id} className="block text-muted">
            {blocked}
          </span>
        )}
      </span>
    </MenuItem>
  );
}
