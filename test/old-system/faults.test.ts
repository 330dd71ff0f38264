import { expect, test } from "vitest";
import { oldArchive } from "./archive.ts";
import { faults, withFaults } from "./faults.ts";

const asText = (archive: ReturnType<typeof oldArchive>) =>
  JSON.stringify({
    ...archive,
    signs: Object.entries(archive.signs).toSorted(([one], [other]) => one.localeCompare(other)),
    files: [...archive.files].map(([name, { type, bytes }]) => [name, type, bytes.length]),
  });

test.each(Object.entries(faults))("the old archive has %s, in a thing of its own", (_name, change) => {
  const archive = oldArchive();
  change(archive);
  const alone = asText(archive);
  expect(alone).not.toBe(asText(oldArchive()));
  const all = asText(withFaults(oldArchive()));
  change(archive);
  expect(asText(withFaults(archive))).toBe(all);
});
