/** Person who comes next where one person may not do both: `es bestätigt …`. */
export const somebodyElse = "jemand, dessen Zugang nicht durch Ihre Hände ging";

/** Why two accounts do not count as two people, and who then does it; `who`: `wer vorgelegt hat`. The database holds it (`may_be_one`). */
export const onePerson = (who: string) =>
  `Sie und ${who} zählen nicht als zwei Personen: Eine hat den Zugang, die E-Mail-Adresse oder die Rechte der anderen in der Hand gehabt, oder jemand anderes beide (das zählt 7 Tage). Es muss eine andere Person tun, oder Sie, sobald Ihr Passwort am Server neu vergeben ist.`;
