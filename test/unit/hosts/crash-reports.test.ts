import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { CrashReports } from "#main/hosts/node/crash-reports.ts";
import { noteStart } from "#main/hosts/node/machine/start-count.ts";
import { tempHome } from "#test/support/temp-home.ts";

let home: string;
let nowMs: number;
let reports: CrashReports;

beforeEach(() => {
  home = tempHome();
  nowMs = Date.UTC(2026, 10, 21, 9, 30);
  reports = new CrashReports(home, { tieout: "0.1.0", system: "linux x64" }, () => nowMs);
});

const text = () =>
  readdirSync(join(home, "crashes"))
    .map((name) => readFileSync(join(home, "crashes", name), "utf8"))
    .join("\n");

describe("a crash report", () => {
  it("is one file that only its owner reads, and is in the list", () => {
    reports.write({ kind: "main-uncaught", error: new Error("the limiter lost count") });
    const [name] = readdirSync(reports.folder);
    expect(name).toBe("20261121T093000000Z-main-uncaught.json");
    expect(statSync(join(reports.folder, name ?? "")).mode & 0o777).toBe(0o600);
    expect(statSync(reports.folder).mode & 0o777).toBe(0o700);
    expect(reports.list()).toEqual([{ name, at: "2026-11-21T09:30:00.000Z", what: "Tieout stopped unexpectedly: the limiter lost count" }]);
    expect(JSON.parse(text())).toMatchObject({ tieout: "0.1.0", system: "linux x64", kind: "main-uncaught" });
  });

  const CANARY = "cAnArY0123456789cAnArY0123456789cAnArY";
  it.each([
    ["a bearer token", `401 for Authorization: Bearer ${CANARY}`],
    ["a basic header", `Basic ${CANARY}==`],
    ["a refresh token in JSON", `{"refresh_token":"${CANARY}","expires_in":1800}`],
    ["a short secret by its name", "client_secret=cAnArY0"],
    ["a code in a query", "GET http://127.0.0.1:4100/cb?code=cAnArY0&state=cAnArY0 failed"],
    ["a token in a fragment", "http://127.0.0.1:4100/#token=cAnArY0"],
    ["a password in an address", "https://user:cAnArY0@proxy.example:8080/"],
    ["a signed assertion", "eyJhbGciOiJQUzI1NiJ9.cAnArY0.cAnArY0"],
    ["a private key", "-----BEGIN PRIVATE KEY-----\ncAnArY0\n-----END PRIVATE KEY-----"],
    ["a private key that was cut", "-----BEGIN EC PRIVATE KEY-----\ncAnArY0"],
    ["a long random text", `unexpected ${CANARY}`],
    ["a person's address", "cAnArY0@firm.example is locked out"],
    ["a cookie", "Cookie: cAnArY0"],
    ["a nonce in single quotes", "nonce: 'cAnArY0 with more'"],
  ])("does not hold %s", (_what, message) => {
    const error = new Error(message);
    reports.write({ kind: "main-uncaught", error, details: { said: message } });
    reports.write({ kind: "child-gone", error: message });
    expect(text()).not.toMatch(/cAnArY/);
  });

  it("names no home folder and no bank account", () => {
    reports.write({ kind: "main-uncaught", error: new Error(`ENOENT ${homedir()}/books/x of DE0012345678901`) });
    expect(text()).not.toContain(homedir());
    expect(text()).not.toContain("12345678901");
  });

  it("is read although one beside it was cut, and never becomes a heap", () => {
    for (let index = 0; index < 30; index++) {
      nowMs += 1_000;
      reports.write({ kind: "renderer-gone", details: { reason: "oom", exitCode: 5 } });
    }
    expect(reports.list()).toHaveLength(20);
    const [newest] = reports.list();
    writeFileSync(join(reports.folder, newest?.name ?? ""), "{");
    expect(reports.list()).toHaveLength(19);
    expect(reports.forget()).toBe(20);
    expect(reports.list()).toEqual([]);
  });
});

describe("safe mode", () => {
  it("comes after three starts that never came up, and goes with one that did", () => {
    for (let index = 0; index < 3; index++) expect(noteStart(home, false).safeMode).toBeNull();
    const fourth = noteStart(home, false);
    expect(fourth.safeMode?.why).toContain("3 times in a row");
    expect(fourth.safeMode?.leave).toMatch(/start it normally/);
    fourth.wentWell();
    expect(noteStart(home, false).safeMode).toBeNull();
  });

  it("can be asked for", () => expect(noteStart(home, true).safeMode?.why).toContain("in safe mode"));

  it("does not come of starts that were refused because another process has the folder", () => {
    for (let index = 0; index < 5; index++) {
      const start = noteStart(home, false);
      expect(start.safeMode).toBeNull();
      start.doesNotCount();
    }
  });

  it("leaves it to others to say that the folder can't be written", () => {
    const file = join(home, "no-folder");
    writeFileSync(file, "");
    expect(noteStart(join(file, "below"), false).safeMode).toBeNull();
  });

  it("takes a note that was cut for none", () => {
    writeFileSync(join(home, "starts.json"), '{"failed":');
    expect(noteStart(home, false).safeMode).toBeNull();
  });
});
