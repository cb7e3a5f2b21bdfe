import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browserShell } from "#main/hosts/node/browser/browser-shell.ts";
import { forgetLeadingPage, writeLeadingPage } from "#main/hosts/node/browser/open-browser.ts";

const ADDRESS = "http://127.0.0.1:4100/#code=s3cret&x=1";
/** openBrowser does nothing for root, and the tests may be run by root. */
const PERSON = "process.getuid = () => 1000;";

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tieout-browser-"));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

it("gives the system's browser a page that only this user can read, and no address among the arguments", async () => {
  const said = join(folder, "said");
  for (const name of ["xdg-open", "open"]) {
    writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s' "$*" > '${said}.part'\nmv '${said}.part' '${said}'\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const module = join(import.meta.dirname, "..", "..", "..", "src", "main", "hosts", "node", "browser", "open-browser.ts");
  const code = `${PERSON} const { openBrowser } = await import(${JSON.stringify(module)}); openBrowser(${JSON.stringify(ADDRESS)}, ${JSON.stringify(folder)}); setTimeout(() => {}, 30_000);`;
  const { CI: _ci, TIEOUT_NO_BROWSER: _none, ...env } = process.env;
  children.push(
    spawn(process.execPath, ["--input-type=module", "-e", code], {
      env: { ...env, DISPLAY: ":9", PATH: `${folder}${delimiter}${env.PATH}` },
      stdio: "ignore",
    }),
  );
  await expect.poll(() => existsSync(said), { timeout: 20_000 }).toBe(true);
  const argument = readFileSync(said, "utf8");
  expect(argument).toMatch(/^file:\/\/\/\S+\.html$/);
  expect(argument).not.toContain("s3cret");
  expect(readFileSync(fileURLToPath(argument), "utf8")).toContain("s3cret");
  expect(statSync(fileURLToPath(argument)).mode & 0o777).toBe(0o600);
});

it("writes the page again, whatever lay there, and escapes the address", () => {
  const lure = join(folder, "open-in-browser.html");
  writeFileSync(lure, "old", { mode: 0o644 });
  const path = writeLeadingPage('https://ledger.example/?a=1&b="><script>', folder);
  expect(path).toBe(lure);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toContain('url=https://ledger.example/?a=1&amp;b=&quot;>&lt;script>"');
  forgetLeadingPage(folder);
  expect(existsSync(path)).toBe(false);
});

it("says where a file is when there is nobody to show it to", async () => {
  vi.stubEnv("TIEOUT_NO_BROWSER", "1");
  const shell = browserShell({ crashes: {} as never, safeMode: null as never, resources: folder });
  const message = expect.stringContaining("can't open /packs");
  expect(await shell.openFile("/packs/a.zip", "open")).toMatchObject({ ok: false, failure: { code: "not_supported", message } });
  expect(await shell.openFile("/packs/a.zip", "show")).toMatchObject({ ok: false, failure: { code: "not_supported", message } });
  vi.unstubAllEnvs();
});
