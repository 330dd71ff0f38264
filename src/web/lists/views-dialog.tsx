import { Trash } from "lucide";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteView, listViews, saveView } from "#contract/calls/search/views.ts";
import { nameLength } from "#contract/limits.ts";
import type { List } from "#contract/list.ts";
import type { Reply, RequestBody } from "#contract/route.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { queryFor, invalidate } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import type { SearchOf } from "./list-search.ts";
import { openSearch, savedSearch } from "./view-search.ts";

type View = Reply<typeof listViews>["results"][number];

export interface ViewsDialogProps<L extends List = List> {
  readonly list: L;
  readonly name: RequestBody<typeof saveView>["list"];
  readonly search: SearchOf<L>;
  readonly to: (search: SearchOf<L>) => LinkProps;
  readonly onClose: () => void;
}

/** Opens, deletes and saves views of a list. */
export function ViewsDialog<L extends List>(props: ViewsDialogProps<L>) {
  const { list, name, search, to, onClose } = props;
  const views = useQuery(queryFor(listViews, { query: { list: name } }));
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: ({ id }: View) => call(deleteView, { path: { id } }),
    onSettled: () => invalidate(deleteView),
  });
  const open = (view: View) => {
    const { search: found, gone } = openSearch(list, view.search);
    const names = gone.map((one) => `„${one}“`).join(", ");
    if (gone.length > 0)
      notify(`Ansicht „${view.name}“ ohne ${names}: Das gibt es in dieser Liste nicht mehr.`, "warning");
    onClose();
    void navigate(to(found));
  };
  const results = views.data?.results ?? [];
  return (
    <Dialog open onClose={onClose} title="Ansichten">
      {views.isPending && <Loading />}
      {views.error && <ErrorState error={views.error} onRetry={views.refetch} pending={views.isFetching} />}
      {views.data && results.length === 0 && <p className="text-muted">Sie haben noch keine Ansicht gespeichert.</p>}
      <ul className="max-h-dialog-list overflow-y-auto">
        {results.map((view) => (
          <li key={view.id} className="flex items-center gap-2 border-b border-line last:border-b-0">
            <button
              type="button"
              className="min-h-8 min-w-0 flex-1 truncate text-left text-accent hover:underline pointer-coarse:min-h-12"
              onClick={() => open(view)}
            >
              {view.name}
            </button>
            <IconButton label={`Ansicht ${view.name} löschen`} icon={Trash} onClick={() => remove.mutate(view)} />
          </li>
        ))}
      </ul>
      <SaveView name={name} search={savedSearch(list, search)} taken={results.map((view) => view.name)} />
    </Dialog>
  );
}

type SaveViewProps = { name: ViewsDialogProps["name"]; search: string; taken: readonly string[] };

/** Saves the filters and the order that the list has now. */
function SaveView({ name: list, search, taken }: SaveViewProps) {
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({
    mutationFn: (name: string) => call(saveView, { body: { list, name, search } }),
    onSuccess: async ({ name }) => {
      setTyped("");
      notify(`Ansicht „${name}“ gespeichert`);
      await invalidate(saveView);
    },
  });
  const name = typed.trim();
  const submit = async () => {
    setMissing(name === "");
    if (name !== "" && !save.isPending) await save.mutateAsync(name).catch(() => undefined); // it is on the screen
  };
  return (
    <Form onSubmit={submit} className="mt-4 flex! flex-wrap items-end gap-2!">
      <Field
        label="Jetzige Filter und Sortierung speichern als"
        error={isMissing && name === "" ? invalid.required : undefined}
        hint={taken.includes(name) ? "Ersetzt die Ansicht mit diesem Namen." : undefined}
        className="min-w-0 flex-1"
      >
        <TextInput
          value={typed}
          maxLength={nameLength}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" look="primary" pending={save.isPending}>
        Speichern
      </Button>
    </Form>
  );
}
