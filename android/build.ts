// Builds the packages that servers sign (`npm run android`), from Debian's tools alone:
//   apt-get install aapt libsmali-java android-framework-res default-jre-headless
// The same sources are the same bytes, so that a test compares what is committed (src/server/android/templates.test.ts).
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile, readZip, writeZip } from "#server/android/package-zip.ts";

const here = import.meta.dirname;
const framework = "/usr/share/android-framework-res/framework-res.apk";
const jars = "smali smali-util dexlib2 antlr3-runtime guava jcommander stringtemplate4 failureaccess"
  .split(" ")
  .map((name) => `/usr/share/java/${name}.jar`);

/** Each version has a code of its own that rises; only the last takes scans as broadcasts. */
const versions = [
  { name: "1.0", code: 10_000, broadcasts: false },
  { name: "1.1", code: 10_100, broadcasts: false },
  { name: "1.1.1", code: 10_101, broadcasts: false },
  { name: "1.2.0", code: 10_200, broadcasts: true },
] as const;

/** Returns a sentence that names the tool missing for a build, or null where all are present. */
export function missingTool(): string | null {
  const programs = ["java", "aapt"].filter((name) => spawnSync(name, ["version"]).error !== undefined);
  const files = [framework, jars[0] ?? ""].filter((file) => !existsSync(file));
  const missing = [...programs, ...files];
  return missing.length > 0 ? `${missing.join(", ")} not on this machine` : null;
}

/** Every version's unsigned package, by its name. */
export function buildAll(): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "magazin-android-"));
  try {
    const dex = join(folder, "classes.dex");
    // by one thread: otherwise the order of the classes is another one each time
    run(
      "java",
      "-cp",
      jars.join(":"),
      "org.jf.smali.Main",
      "assemble",
      "-j",
      "1",
      "--api",
      "24",
      join(here, "smali"),
      "-o",
      dex,
    );
    return new Map(versions.map((version) => [version.name, build(version, folder, readFileSync(dex))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function build({ name, code, broadcasts }: (typeof versions)[number], folder: string, dex: Buffer): Buffer {
  const packed = join(folder, `${name}.zip`);
  const sources = ["-M", join(here, "AndroidManifest.xml"), "-S", join(here, "res"), "-A", join(here, "assets")];
  const version = ["--version-code", String(code), "--version-name", name];
  run("aapt", "package", "-f", "--no-crunch", ...sources, "-I", framework, ...version, "-0", "arsc", "-F", packed);
  const server = packageFile("assets/server.json", Buffer.from(JSON.stringify({ server: "", broadcasts })));
  const entries = [...readZip(readFileSync(packed)), packageFile("classes.dex", dex), server];
  const { files, directory, end } = writeZip(entries.sort((a, b) => (a.name < b.name ? -1 : 1)));
  return Buffer.concat([files, directory, end]);
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${stderr}`);
}

if (import.meta.main) {
  const missing = missingTool();
  if (missing !== null) throw new Error(missing);
  for (const [name, bytes] of buildAll()) {
    writeFileSync(join(here, `${name}.apk`), bytes);
    console.log(`android/${name}.apk: ${bytes.length} bytes`);
  }
}
