import { type Command, WrongUsage } from "#cli/command.ts";
import { seedArchive } from "./load-archive.ts";
import { seedPictures } from "./pictures.ts";
import { seedStocktakes } from "./stocktakes.ts";

export const seed: Command = {
  summary: "Fill an empty database with an archive that looks like a German one.",
  usage: "--boxes N [--customers C] [--pictures P] [--seed S] [--add]",
  options: {
    boxes: { type: "string", help: "how many boxes, 5 to 10,000,000; each has about three contents" },
    customers: { type: "string", help: "how many customers; default: by the number of boxes, 200 at most" },
    pictures: {
      type: "string",
      help: "how many pictures of pages, 0 to 100,000, in boxes of the largest customer; default: 0",
    },
    seed: { type: "string", help: "another number makes another archive; default: 1" },
    add: { type: "boolean", help: "also where there are customers already" },
  },
  prepare(args) {
    args.none();
    const boxes = args.whole("boxes", 5, 10_000_000);
    if (boxes === undefined) throw new WrongUsage("--boxes is missing.");
    const customers = args.whole("customers", 1, 9000);
    const options = { boxes, customers, seed: args.whole("seed", 0, 4_294_967_295) ?? 1, add: args.flag("add") };
    const pictures = args.whole("pictures", 0, 100_000) ?? 0;
    return async ({ connection, db, stores }) => {
      const start = performance.now();
      const say = (text: string) => console.log(`${seconds(start).padStart(7)}  ${text}`);
      const result = await seedArchive(connection, { ...options, now: new Date(), say });
      await seedPictures(db, stores.pictures, { amount: pictures, seed: options.seed });
      await seedStocktakes(db);
      const [boxCount, contents] = [result.boxes.toLocaleString("en"), result.contents.toLocaleString("en")];
      console.log(`${boxCount} boxes with ${contents} contents of ${result.customers} customers in ${seconds(start)}.`);
      console.log(
        `Nobody can sign in as one of its users yet: \`reset-password ${result.staffEmail}\` opens a staff login.`,
      );
      return 0;
    };
  },
};

const seconds = (started: number) => `${((performance.now() - started) / 1000).toFixed(1)} s`;
