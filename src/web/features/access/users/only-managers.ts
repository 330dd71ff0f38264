/** Why somebody on the staff cannot change users and rights. */
export const onlyManagers = "Users und ihre Rechte ändert nur, wer das Recht hat, User zu verwalten.";
