import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createUser } from "#contract/calls/access/users.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { CreatePage } from "#web/forms/create-page.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { InviteTick } from "./invite-tick.tsx";
import { newUser } from "./new-user.ts";
import { UserFields } from "./user-fields.tsx";
import { emptyUser, newUserOf, userForm } from "./user-form.ts";

const newUserForm = userForm();

export default function UserCreatePage() {
  const navigate = useNavigate();
  const [invite, setInvite] = useState(false);
  const form = useSend({
    rules: newUserForm,
    start: { defaultValues: emptyUser },
    send: (valid, once) => call(createUser, { body: { ...newUserOf(valid), ...(invite && { invite }) }, once }),
    route: createUser,
    done: successTexts.userAdded,
    focus: "gender",
    loss: "Der User wird nicht hinzugefügt.",
    onSent: (user) => {
      newUser.set(user);
      return navigate({ ...paths.users(), ignoreBlocker: true });
    },
  });
  return (
    <CreatePage of={form} title="User hinzufügen" list={paths.users()} listName="Users">
      <UserFields of={form} isStaff={form.watch("is_staff")} />
      <InviteTick checked={invite} onChange={setInvite} />
    </CreatePage>
  );
}
