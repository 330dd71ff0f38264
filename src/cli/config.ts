import { surveyConfig } from "#server/config.ts";
import type { BareCommand } from "./command.ts";

const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, " | ");

export const config: BareCommand = {
  summary: "Print what is configured and where it comes from, and what is wrong with it.",
  usage: "",
  options: {},
  run(args) {
    args.none();
    const { inForce, problems } = surveyConfig(process.env);
    const widest = Math.max(...inForce.map(({ name }) => name.length));
    for (const { name, shown, from } of inForce)
      console.log(`${name.padEnd(widest)}  ${shown === undefined ? "not set" : `${inOneLine(shown)}  (${from})`}`);
    console.log("");
    for (const problem of problems) console.log(problem);
    if (problems.length === 0) console.log("Nothing is wrong with it.");
    return problems.length === 0 ? 0 : 1;
  },
};
