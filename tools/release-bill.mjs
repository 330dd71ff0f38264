// Contents of a release, for whoever has to know which of all versions they run.
import { createHash } from "node:crypto";
import { needsOf } from "./release-packages.mjs";

/** @param {string} folder */
const nameOf = (folder) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
/** @param {string} name @param {string} version */
const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version.replace("+", "%2B")}`;

/**
 * Lists the contents of a release, in CycloneDX's words.
 * @param {import("./release-packages.mjs").Lock} lock
 * @param {string[]} folders
 * @param {{ version: string, when: string }} release its version with the commit, and when it was made, in ISO's form
 */
export function billOf(lock, folders, { version, when }) {
  const refOf = (/** @type {string} */ folder) => purlOf(nameOf(folder), lock[folder]?.version ?? "");
  const { license = "" } = lock[""] ?? {};
  const self = purlOf("magazin", version);
  const components = folders.map((folder) => {
    const entry = lock[folder];
    const [algorithm, hash] = entry?.integrity?.split(" ")[0]?.split("-") ?? [];
    return {
      type: "library",
      "bom-ref": refOf(folder),
      name: nameOf(folder),
      version: entry?.version,
      purl: refOf(folder),
      ...(algorithm === "sha512" &&
        hash && { hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] }),
      ...(entry?.license && { licenses: [{ expression: entry.license }] }),
    };
  });
  const once = [...new Map(components.map((each) => [each["bom-ref"], each])).values()];
  const hash = createHash("sha256")
    .update(JSON.stringify([version, once]))
    .digest("hex");
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      timestamp: when,
      component: {
        type: "application",
        "bom-ref": self,
        name: "magazin",
        version,
        licenses: [{ expression: license }],
      },
    },
    components: once,
    dependencies: [
      ...new Map(
        folders.map((folder) => [
          refOf(folder),
          { ref: refOf(folder), dependsOn: [...new Set(needsOf(lock, folder).map(refOf))].sort() },
        ]),
      ).values(),
    ],
  };
}
