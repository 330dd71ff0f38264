import { type LinkProps, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

type CreatePageProps = {
  of: { readonly submit: () => Promise<void>; readonly isPending: boolean };
  /** Also what the button says. */
  title: string;
  /** The list that it leads back to, and its name. */
  list: LinkProps;
  listName: string;
  /** Performs the steps of leaving, where they are more than a change of address. */
  onLeave?: () => void;
  /** Class that limits the width of the page. */
  className?: string;
  children: ReactNode;
};

/** The screen that adds something to a list. */
export function CreatePage({ of, title, list, listName, onLeave, className, children }: CreatePageProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead above={<TextLink {...list}>{listName}</TextLink>} title={title} />
      <Form className={className} onSubmit={of.submit} onLeave={onLeave ?? (() => void navigate(list))}>
        {children}
        <FormActions>
          <Button type="submit" look="primary" pending={of.isPending}>
            {title}
          </Button>
          {onLeave ? <Button onClick={onLeave}>Abbrechen</Button> : <ButtonLink {...list}>Abbrechen</ButtonLink>}
        </FormActions>
      </Form>
    </>
  );
}
