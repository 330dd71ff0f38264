interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

/** As people say it: "Erika Mustermann". */
export const showUserName = ({ first_name, last_name }: Named) => [first_name, last_name].filter(Boolean).join(" ");

/** As a list by last names shows it: "Mustermann, Erika". */
export const listUserName = ({ first_name, last_name }: Named) => [last_name, first_name].filter(Boolean).join(", ");
