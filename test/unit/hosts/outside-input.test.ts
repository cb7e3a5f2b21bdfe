import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepLinkIn, hasLink, readDeepLink } from "#main/hosts/electron/deep-link.ts";
import { exportName, judgeDownload } from "#main/hosts/electron/downloads.ts";
import { hostOf, judgeExternal } from "#main/hosts/electron/external-address.ts";
import { CLIENT_SCREENS, windowAddress } from "#shared/contract/app/screens.ts";

const ID = "0a4d5c1e-1111-4222-8333-944445555666";
const LINK = `tieout://open/clients/${ID}/documents`;

describe("a link from outside", () => {
  it("says which screen of which client to look at", () => {
    for (const screen of CLIENT_SCREENS) expect(readDeepLink(`tieout://open/clients/${ID}/${screen}`)).toEqual({ clientId: ID, screen });
  });

  it.each([
    ["an act", `tieout://open/clients/${ID}/writes/new-bill`],
    ["a record", `${LINK}/42`],
    ["a query", `${LINK}?export=1`],
    ["a fragment", `${LINK}#/connect`],
    ["an encoded slash", `tieout://open/clients/${ID}%2Fdocuments`],
    ["another verb", `tieout://sync/clients/${ID}/documents`],
    ["the page of the window", `tieout://app/#/clients/${ID}/documents`],
    ["a setting", "tieout://open/settings"],
    ["a sign-in's answer", "tieout://open/callback?code=abc&state=def"],
    ["another scheme", LINK.replace("tieout:", "https:")],
    ["an upper-case scheme", LINK.replace("tieout:", "TIEOUT:")],
    ["user info", LINK.replace("open", "me@open")],
    ["a line break", `${LINK}\n`],
    ["white space before it", ` ${LINK}`],
    ["a way up", `tieout://open/clients/../clients/${ID}/documents`],
    ["a screen that there is not", `tieout://open/clients/${ID}/delete`],
    ["a screen of every object", `tieout://open/clients/${ID}/constructor`],
    ["an id that is none", "tieout://open/clients/x'; DROP TABLE client;--/documents"],
    ["an endless id", `tieout://open/clients/${"a".repeat(65)}/documents`],
    ["nothing", ""],
  ])("that carries %s is no link", (_what, text) => expect(readDeepLink(text)).toBeNull());

  it("is the only thing that is read of the command line it comes on", () => {
    const hostile = ["tieout", "--home", "/tmp/evil", "--secrets", "memory", LINK];
    expect(hasLink(hostile)).toBe(true);
    expect(hasLink(["--home", "/srv/books", "--demo"])).toBe(false);
    expect(hasLink(["--home=x", "TieOut://open"])).toBe(true);
    expect(deepLinkIn(hostile)).toEqual({ clientId: ID, screen: "documents" });
    expect(deepLinkIn([LINK, LINK])).toBeNull();
    expect(deepLinkIn([{ toString: () => LINK }, 7, null])).toBeNull();
  });

  it("is a client's id and a screen or nothing, whatever 10,000 command lines say", () => {
    const pieces = [
      "tieout:",
      "//",
      "open",
      "/clients/",
      ID,
      "/documents",
      "/writes",
      "..",
      "%2e",
      "?",
      "#",
      "@",
      "\0",
      " ",
      "javascript:",
      "--inspect",
    ];
    const crafted = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), { maxLength: 10 })
      .map((parts) => parts.join(""));
    const argv = fc.array(fc.oneof(crafted, fc.string(), fc.constant(LINK), fc.anything()), { maxLength: 5 });
    fc.assert(
      fc.property(argv, (line) => {
        const found = deepLinkIn(line);
        if (found === null) return;
        expect(Object.keys(found).sort()).toEqual(["clientId", "screen"]);
        expect(found.clientId).toMatch(/^[A-Za-z0-9-]{1,64}$/);
        expect(CLIENT_SCREENS).toContain(found.screen);
        expect(line).toContain(`tieout://open/clients/${found.clientId}/${found.screen}`);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("an address of the window", () => {
  it.each(["/", "/connect", `/clients/${ID}/documents`, `/clients/${ID}/writes/new-bill`, "/clients/a%20b/sync/x?from=2026-10"])(
    "is %s",
    (text) => expect(windowAddress.safeParse(text).success).toBe(true),
  );
  it.each([
    "",
    "//evil.example/",
    "https://evil.example/",
    "/clients/<script>",
    "javascript:alert(1)",
    "/a#b",
    "/a\\b",
    "/\n",
    `/${"a".repeat(700)}`,
    "/a/b/c/d/e/f/g/h",
  ])("is not %j", (text) => expect(windowAddress.safeParse(text).success).toBe(false));
});

describe("an address that is to leave the application", () => {
  const known = ["login.ledger-a.example", "*.ledger-c.example"];
  const verdict = (address: string) => judgeExternal(address, known).open;

  it("is opened at once at a host that a profile names", () => {
    expect(verdict("https://login.ledger-a.example/authorize?x=1")).toBe("yes");
    expect(verdict("https://4711.ledger-c.example/login")).toBe("yes");
  });

  it("is a question at any other one", () => {
    expect(verdict("https://ledger-a.example/")).toBe("ask");
    expect(verdict("https://login.ledger-a.example.evil.example/")).toBe("ask");
    expect(verdict("https://a.b.ledger-c.example/")).toBe("ask");
    expect(verdict("https://ledger-c.example/")).toBe("ask");
  });

  it.each([
    "http://login.ledger-a.example/",
    "http://localhost/",
    "http://127.0.0.1.evil.example/",
    "https://me@login.ledger-a.example/",
    "https://login.ledger-a.example:8443/",
    `https://login.ledger-a.example/${"a".repeat(2_000)}`,
    "https://login.ledger-a.example/ --evil",
    "https://login.ledger-a.example/\u202e",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "smb://login.ledger-a.example/x",
    "ms-msdt:/id",
    "vbscript:x",
    "data:text/html,x",
    "tieout://open/clients/x/sync",
    "not an address",
    "",
  ])("is never opened when it is %s", (address) => expect(verdict(address)).toBe("no"));

  it("knows the hosts of profiles, with the one label that a tenant fills in", () => {
    expect(hostOf("https://login.ledger-a.example/authorize")).toBe("login.ledger-a.example");
    expect(hostOf("https://{host}.app.ledger-c.example/login.nl")).toBe("*.app.ledger-c.example");
    expect(hostOf("http://login.ledger-a.example/")).toBeNull();
    expect(hostOf("")).toBeNull();
  });

  it("is https and one of the known hosts when it is opened unasked, whatever it looks like", () => {
    const part = fc.constantFrom(
      "https:",
      "http:",
      "//",
      "/",
      "@",
      ":",
      "login.ledger-a.example",
      "evil.example",
      ".",
      "\\",
      "#",
      "?",
      "127.0.0.1",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 10 }), (parts) => {
        const judged = judgeExternal(parts.join(""), known);
        if (judged.open === "no") return;
        expect(judged.url.username + judged.url.password).toBe("");
        if (judged.url.protocol === "http:") expect(judged.url.hostname).toBe("127.0.0.1");
        else expect(judged.url.protocol).toBe("https:");
        if (judged.open === "yes" && judged.url.protocol === "https:")
          expect(judged.url.hostname).toMatch(/^login\.ledger-a\.example$|^[a-z0-9-]+\.ledger-c\.example$/);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("a file that the page hands over", () => {
  const OURS = "blob:tieout://app/5f0c";

  it("is saved under its name when it is an export", () =>
    expect(exportName(OURS, "Trial balance 2026-10.csv")).toBe("Trial balance 2026-10.csv"));

  it.each([
    ["a page of elsewhere", "blob:https://evil.example/5f0c", "a.csv"],
    ["an address", "https://evil.example/a.csv", "a.csv"],
    ["a file", "file:///etc/passwd", "a.csv"],
    ["data", "data:text/csv,x", "a.csv"],
    ["a program", OURS, "a.exe"],
    ["a program behind a dot", OURS, "a.csv.exe"],
    ["a shortcut", OURS, "a.lnk"],
    ["no kind", OURS, "passwd"],
    ["a kind alone", OURS, ".csv"],
  ])("is none when it is %s", (_what, url, name) => expect(exportName(url, name)).toBeNull());

  it("may be a certificate, or what people attach to a reconciliation", () => {
    for (const name of ["Tieout.pem", "statement.png", "lease.docx", "reply.eml", "october.xml"]) expect(exportName(OURS, name)).toBe(name);
    for (const name of ["a.svg", "a.html", "a.xlsm", "a.js", "a.docm"]) expect(exportName(OURS, name)).toBeNull();
  });

  const judged = (url: string, name: string, isClosed = false) => {
    const news: unknown[] = [];
    const after: ((event: object, state: string) => void)[] = [];
    const event = { isDenied: false, preventDefault: () => Object.assign(event, { isDenied: true }) };
    const item = {
      ...{ getURL: () => url, getFilename: () => name, setSaveDialogOptions: () => undefined },
      once: (event: string, listener: (event: object, state: string) => void) => event === "done" && after.push(listener),
    };
    const page = { isDestroyed: () => isClosed, send: (...said: unknown[]) => news.push(said) };
    judgeDownload(event, item as never, page);
    const end = (state: string) => {
      for (const listener of after) listener({}, state);
    };
    return { news, isDenied: event.isDenied, end };
  };
  const told = (outcome: string) => [["tieout:event", { topic: "shell.fileDone", payload: { address: OURS, outcome } }]];

  it("is told to its page as saved only once it is, and not where the person chose no place", () => {
    const saved = judged(OURS, "a.csv");
    expect([saved.news, saved.isDenied]).toEqual([[], false]);
    saved.end("completed");
    expect(saved.news).toEqual(told("saved"));
    for (const state of ["cancelled", "interrupted"]) {
      const unsaved = judged(OURS, "a.csv");
      unsaved.end(state);
      expect(unsaved.news).toEqual(told("not_saved"));
    }
    const refused = judged(OURS, "a.exe");
    expect([refused.news, refused.isDenied]).toEqual([told("refused"), true]);
    const closed = judged(OURS, "a.csv", true);
    closed.end("completed");
    expect(closed.news).toEqual([]);
  });

  it("is never a device of the system", () => expect(exportName(OURS, "CON.csv")).toBe("_CON.csv"));

  it("has a name that is one, in the chosen folder and of a kind that is exported, whatever the client is called", () => {
    const evil = fc.constantFrom("../", "..\\", "/", "\\", "\0", ":", "CON", ".", "\u202e", "\r\n", '"', "|", "a", ".csv", ".exe");
    fc.assert(
      fc.property(fc.array(fc.oneof(evil, fc.string({ unit: "grapheme", maxLength: 4 })), { maxLength: 12 }), (parts) => {
        const name = exportName(OURS, `${parts.join("")}.xlsx`);
        if (name === null) return;
        expect(name).not.toMatch(/[\\/:*?"<>|\p{C}]/u);
        expect(name).toMatch(/^[^.\s].*\.xlsx$/su);
        expect(name.length).toBeLessThan(130);
      }),
      { numRuns: 5_000 },
    );
  });
});
